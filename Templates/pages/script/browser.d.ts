// Declarations that are missing in the DOM library of Debian's TypeScript.

interface Navigator {
  /** Missing in Safari before 16.4. */
  readonly userActivation?: { readonly isActive: boolean };
}
