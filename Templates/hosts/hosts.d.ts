// Declarations of the parts that an export puts before each host's module.
declare const app: import("./response.js").PublishedApp & { hosts: string[] };
declare const decide: typeof import("./decision.js").decide;
declare const respond: typeof import("./response.js").respond;
