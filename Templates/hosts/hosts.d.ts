// Declarations of the parts that an export puts before each host's module.
declare const app: import("./response.js").PublishedApp & { hosts: string[] };
declare const decide: (
    app: import("./decision.js").App, request: import("./decision.js").LinkRequest & { acceptLanguage?: string },
) => import("./decision.js").Decision;
declare const respond: typeof import("./response.js").respond;
