// Written by Latchkey from app.yml. Change the links there, not here.

import { linkOf, type {{type}} } from "./{{type}}";

/** The screens that links open, each named as its link, with the link's parameters. */
export type {{type}}Screens = { [Link in {{type}} as Link["name"]]: Link["parameters"] };

const prefixes = [{{prefixes}}];

/** For `NavigationContainer` of React Navigation: `<NavigationContainer linking={linking}>`. */
export const linking = {
    prefixes,
    filter: (url: string) => linkOf(url) !== null,
    /** @param path the address without its prefix, as React Navigation passes it */
    getStateFromPath(path: string) {
        for (const prefix of prefixes) {
            const link = linkOf(prefix + (prefix.endsWith("/") ? path.replace(/^\/+/, "") : path));
            if (link) return { routes: [{ name: link.name, params: link.parameters }] };
        }
        return undefined;
    },
};
