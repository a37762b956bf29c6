// What stands before each host's part once an export has joined them.
declare const app: import("./response.js").PublishedApp & { hosts: string[] };
declare const decide: typeof import("./decision.js").decide;
declare const respond: typeof import("./response.js").respond;
