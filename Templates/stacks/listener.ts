// Written by Latchkey from app.yml. Change the links there, not here.

import { App } from "@capacitor/app";
import { linkOf, pathOf, type {{type}} } from "./{{type}}";

/**
 * Calls a function with each link that opens the app, and with the path for the app's router:
 *
 *     openLinks((link, path) => router.push(path));
 */
export function openLinks(open: (link: {{type}}, path: string) => void) {
    return App.addListener("appUrlOpen", (event: { url: string }) => {
        const link = linkOf(event.url);
        if (link) open(link, pathOf(link));
    });
}
