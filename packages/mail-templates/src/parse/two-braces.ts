/** Advice of the tag language, whose words are those of documents with one brace, as e-mails have its tags. */
export const inTwoBraces = (hint: string): string => hint.replaceAll(/(?<!\{)\{([^{}]+)\}(?!\})/g, '{{$1}}')

/** The same of what has such advice. */
export const withTwoBraces = <Fault extends { readonly hint?: string }>(fault: Fault): Fault =>
  fault.hint === undefined ? fault : { ...fault, hint: inTwoBraces(fault.hint) }
