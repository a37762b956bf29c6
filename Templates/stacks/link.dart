// Written by Latchkey from app.yml. Change the links there, not here.

/// The links that open this app.
sealed class {{type}} {
  const {{type}}();

  /// The path with which a router inside the app shows the link, such as `/reset-password?token=abc`.
  String get location;

  /// The link that an address is, universal or with the app's own scheme; null if it is not one of the app's.
  static {{type}}? of(String address) {
    final url = _Parts(address);
    final inner = url.isWeb && url.path == '/__/auth/links' ? _wrapped(url.query) : null;
    return (inner == null ? null : _find(inner)) ?? _find(url);
  }

  static {{type}}? _find(_Parts url) {
    if (url.isWeb && !_hosts.contains(url.host)) return null;
    for (final (name, text) in _templates) {
      final values = url.matched(_Parts(text));
      if (values != null) return _read(name, values);
    }
    return null;
  }

  static {{type}}? _read(String name, Map<String, String> values) {
    switch (name) {
{{readings}}
    }
    return null;
  }
}
{{cases}}

const _hosts = [{{hosts}}];

/// The links' addresses, the most specific first.
const _templates = [
{{templates}}
];

/// The first of the templates whose parameters all have values.
String _expand(List<String> templates, Map<String, String?> values) {
  final parameter = RegExp(r'\{(.*?)\}');
  final text = templates.firstWhere(
    (text) => parameter.allMatches(text).every((match) => values[match[1]] != null),
    orElse: () => '/',
  );
  return text.replaceAllMapped(parameter, (match) => Uri.encodeComponent(values[match[1]] ?? ''));
}

/// The address inside `/__/auth/links?link=…`, in which Firebase Hosting wraps its email links.
_Parts? _wrapped(String query) {
  for (final name in ['link', 'deep_link_id']) {
    final url = _Parts(_firstOf(_valuesOf(query, name)) ?? '');
    if (url.isWeb) return url;
  }
  return null;
}

/// The first value; null if there is none, or if one is empty or cannot be decoded.
String? _firstOf(List<String?> values) =>
    values.isEmpty || values.any((value) => value == null || value.isEmpty) ? null : values.first;

/// The values of an item. Some email programs leave `&` as `&amp;`; a plus sign is not a blank.
List<String?> _valuesOf(String text, String name) {
  final values = <String?>[];
  for (final item in text.split(RegExp('&(?:amp;)?'))) {
    final key = item.split('=').first;
    if ((_decode(key) ?? key) != name) continue;
    values.add(item.length > key.length ? _decode(item.substring(key.length + 1)) : '');
  }
  return values;
}

String? _parameterOf(String part) =>
    part.startsWith('{') && part.endsWith('}') ? part.substring(1, part.length - 1) : null;

String? _decode(String text) {
  try {
    // The decoder accepts ASCII alone.
    final ascii = text.replaceAllMapped(RegExp(r'[^\x00-\x7F]+'), (match) => Uri.encodeComponent(match[0]!));
    return Uri.decodeComponent(ascii);
  } catch (_) {
    return null;
  }
}

bool _matchItems(String template, String text, Map<String, String> values) {
  for (final item in template.isEmpty ? const <String>[] : template.split('&')) {
    final name = item.split('=').first;
    final expected = item.length > name.length ? item.substring(name.length + 1) : '';
    final found = _valuesOf(text, _decode(name) ?? name);
    final parameter = _parameterOf(expected);
    if (parameter == null) {
      if (found.isEmpty || found.any((value) => value != (_decode(expected) ?? expected))) return false;
    } else {
      final value = _firstOf(found);
      if (value == null) return false;
      values[parameter] = value;
    }
  }
  return true;
}

class _Parts {
  factory _Parts(String address) {
    final scheme = (RegExp(r'^([A-Za-z][A-Za-z0-9+.-]*):').firstMatch(address)?[1] ?? '').toLowerCase();
    var rest = scheme.isEmpty ? address : address.substring(scheme.length + 1);
    String cut(String mark) {
      final place = rest.indexOf(mark);
      if (place < 0) return '';
      final after = rest.substring(place + 1);
      rest = rest.substring(0, place);
      return after;
    }

    final fragment = cut('#');
    final query = cut('?');
    var host = '';
    if (rest.startsWith('//')) {
      final slash = rest.indexOf('/', 2);
      final authority = rest.substring(2, slash < 0 ? rest.length : slash);
      host = authority.split('@').last.replaceFirst(RegExp(r':[0-9]*$'), '').toLowerCase();
      rest = slash < 0 ? '' : rest.substring(slash);
    }
    return _Parts._(scheme, host, rest, query, fragment);
  }

  const _Parts._(this.scheme, this.host, this.path, this.query, this.fragment);

  final String scheme;
  final String host;
  final String path;
  final String query;
  final String fragment;

  bool get isWeb => scheme == 'https' || scheme == 'http';
  bool get isOwnScheme => scheme.isNotEmpty && !isWeb;

  /// The first component after the app's own scheme may be a host or the start of the path.
  List<String> get segments =>
      [if (isOwnScheme) host, ...path.split('/')].where((segment) => segment.isNotEmpty).toList();

  /// The decoded parameters; null if the address has another form than the template.
  Map<String, String>? matched(_Parts template) {
    if (template.isOwnScheme ? template.scheme != scheme : !isWeb || (template.host.isNotEmpty && template.host != host)) {
      return null;
    }
    final expected = template.segments;
    final received = segments;
    if (expected.length != received.length) return null;
    final hasHost = isOwnScheme && (template.host.isNotEmpty || host.isNotEmpty);
    final values = <String, String>{};
    for (var index = 0; index < expected.length; index += 1) {
      final name = _parameterOf(expected[index]);
      final decoded = _decode(received[index]);
      if (name != null) {
        if (decoded == null) return null;
        values[name] = decoded;
      } else {
        final a = decoded ?? received[index];
        final b = _decode(expected[index]) ?? expected[index];
        if (hasHost && index == 0 ? a.toLowerCase() != b.toLowerCase() : a != b) return null;
      }
    }
    return _matchItems(template.query, query, values) && _matchItems(template.fragment, fragment, values) ? values : null;
  }
}
