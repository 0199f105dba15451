/** The part of MJML that is used here. */
declare module 'mjml-browser' {
  export interface MjmlFault {
    /** From 1. */
    readonly line: number
    readonly message: string
    readonly tagName: string
  }

  /** @throws where the source is not MJML at all */
  export default function mjml2html(
    source: string,
    options: { readonly validationLevel: 'soft'; readonly ignoreIncludes: true },
  ): Promise<{ readonly html: string; readonly errors: readonly MjmlFault[] }>
}
