// What the DOM library of Debian's TypeScript does not know yet.

interface Navigator {
  /** Missing in Safari before 16.4. */
  readonly userActivation?: { readonly isActive: boolean };
}
