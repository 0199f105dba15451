import { candidate, type Candidate } from '../candidate.ts'

const answer =
  /(?<![\p{L}\d])(?:(yes|ja|oui|sí|si|sì|sim|true|wahr|vrai|☒|☑|✓|✔|\[[xX]\])|(no|nein|non|não|nee|false|falsch|faux|☐|\[ ?\]))(?![\p{L}\d])/giu

/** Yes and no, and ticked and empty boxes. They mean something beside a label only. */
export const scanBooleans = (text: string): Candidate[] =>
  [...text.matchAll(answer)].map((match) => ({
    ...candidate('boolean', match.index, match.index + match[0].length, match[1] !== undefined, 0.8),
    bare: true,
  }))
