// Written by Latchkey from app.yml. Change the links there, not here.

import 'package:flutter/widgets.dart';
import 'package:go_router/go_router.dart';

import '{{file}}_link.dart';

/// The routes of the app's links, for `GoRouter(routes: [...{{prefix}}Routes(screen), …])`.
///
/// The function returns the screen of a link; it gets null for one of these paths whose parameters are missing.
List<GoRoute> {{prefix}}Routes(Widget Function(BuildContext context, {{type}}? link) screen) => [
{{routes}}
];

/// Shows an address with the app's own scheme as the link's route, for `GoRouter(redirect: {{prefix}}Redirect)`.
String? {{prefix}}Redirect(BuildContext context, GoRouterState state) =>
    state.uri.hasScheme ? {{type}}.of(state.uri.toString())?.location : null;

{{type}}? _linkOf(GoRouterState state) => {{type}}.of(Uri.parse({{origin}}).resolveUri(state.uri).toString());
