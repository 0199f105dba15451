import { knownTopDomains } from './top-domains.ts'
import { holdsTag, ownWords, type Rule, type RuleInput } from '../rule.ts'

/** Small words that no sentence has twice in a row, in some languages. */
const small =
  'the a an of to and is in for with your our this we you be on at it or are from have has not but by as if they their which und zu mit für von den dem ein eine im ist auf wir oder le la les de des du et à un une pour est el los las y en una para con il lo gli di per che het een van voor met'
const twice = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’-])(${small.replaceAll(' ', '|')})\s{1,20}\1(?![\p{L}\p{N}'’.-])`,
  'giu',
)
/** Signs that stand behind a word without a space, or once. */
const slips: readonly (readonly [pattern: RegExp, message: string, hint: string])[] = [
  [
    /(?<=[\p{L}\p{N})])[ \t]{1,3},(?=\s|$)|(?<=\p{L}{2})[ \t]\.(?=\s|$)/gu,
    'A space stands before a sign that belongs to the word.',
    'Take it out.',
  ],
  [/(?<=[\p{L}\p{N})])(?:\.\.|,,|,\.|\?\?)(?=\s|$)/gu, 'Two signs of punctuation stand in a row.', 'Keep one.'],
  [
    /(?<=\s)(?:\([ \t]{0,3}\)|\[[ \t]{0,3}\])(?=[\s.,;:]|$)/gu,
    'Brackets hold nothing.',
    'Fill them, or take them out.',
  ],
  [
    /(?<!`)``(?=\p{L})[^`'\n<]{1,80}(?:''|``|”)/gu,
    'Quotation marks are written as programs of print do.',
    'Write “ and ”.',
  ],
]
const noSpace = /(?<=(?<![\p{L}\p{N}.@/_-])\p{L}?\p{Ll}{2,20})\.(\p{Lu}\p{Ll}{2,20})(?=[\s,]|$)/gu

/** Sentences with a slip of their signs, and words that stand twice. */
export const punctuation: Rule = (input) => {
  for (const parsed of input.checked.fields) {
    const { field } = parsed
    const tell = (start: number, end: number, message: string, hint: string): void => {
      if (!holdsTag(parsed, start, end)) input.tell('odd_punctuation', field, [start, end], { message, hint })
    }
    for (const { said, at } of textsOf(input, parsed)) {
      for (const { 0: words, index } of said.matchAll(twice))
        tell(at + index, at + index + words.length, `"${words.replace(/\s+/g, ' ')}" says a word twice.`, 'Keep one.')
      for (const [pattern, message, hint] of slips)
        for (const { 0: words, index } of said.matchAll(pattern))
          tell(at + index, at + index + words.length, message, hint)
      if (said.includes('.'))
        for (const { 1: word = '', index } of said.matchAll(noSpace))
          if (!knownTopDomains.has(word.toLowerCase()))
            tell(at + index, at + index + 1, 'No space stands between two sentences.', 'Add one.')
    }
  }
}

interface Said {
  readonly said: string
  /** Its offset in the source. */
  readonly at: number
}

/** The words of a field that readers see. */
function* textsOf({ html }: RuleInput, parsed: RuleInput['checked']['fields'][number]): Generator<Said> {
  if (parsed.field.name !== 'html') return yield { said: ownWords(parsed), at: 0 }
  for (const text of html?.page.texts ?? [])
    if ((text.element === '' || text.element === 'title') && text.end - text.start > 1)
      yield { said: html?.straight.slice(text.start, text.end) ?? '', at: text.start }
}

/** Elements that begin a line of their own. */
const ofBlocks = new Set(
  'address article blockquote body br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/** Brackets that are not closed in their paragraph. */
export const brackets: Rule = ({ html, tell }) => {
  if (html === undefined) return
  const { page, straight, parsed } = html
  let open: number[] = []
  let begin = 0
  let excess = -1
  for (const token of page.tokens) {
    if (token.kind === 'text') {
      if (token.element !== '') continue
      for (const { 0: sign, index } of straight.slice(token.start, token.end).matchAll(/[()](?<![:;=8][-']?.)/g))
        if (sign === '(') open.push(token.start + index)
        else if (open.pop() === undefined)
          excess = closesNothing(straight, token.start + index) ? token.start + index : excess
    } else if ((token.kind === 'start' || token.kind === 'end') && ofBlocks.has(token.name)) {
      const unclosed = open.at(-1)
      const at = unclosed ?? (excess === -1 ? undefined : excess)
      // What a section says is not known to be all of a sentence.
      if (at !== undefined && !holdsTag(parsed, begin, token.start))
        tell('odd_punctuation', parsed.field, [at, at + 1], {
          message: unclosed === undefined ? 'A bracket closes nothing.' : 'A bracket is not closed.',
          hint: 'Close it, or take it out.',
        })
      open = []
      excess = -1
      begin = token.end
    }
  }
}

/** Whether a closing bracket ends no item of a list, such as `a)`. */
const closesNothing = (source: string, at: number): boolean =>
  !/(?:^|[\s>(])(?:\p{L}|\d{1,3}|[ivx]{1,4})$/u.test(source.slice(Math.max(0, at - 6), at))
