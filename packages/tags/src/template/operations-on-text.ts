import { called, type ForeignOperations, looksLikeList, quoted, unquoted, wholeOf } from './foreign-operation.ts'

/** From the start so many letters, or items of what looks like a list. */
function partOf(value: string, from: number | undefined, to: number | undefined): string | undefined {
  if (looksLikeList(value) && from !== undefined && to !== undefined && to > from)
    return `${value} | limit:${to - from}${from === 0 ? '' : `:${from}`}`
  return from === 0 && to !== undefined && to > 0 ? `${value} | truncate:${to}:""` : undefined
}

const withPattern =
  (before: string, after: string) =>
  (value: string, [text]: readonly string[]): string | undefined =>
    text === undefined || looksLikeList(value) ? undefined : `(${value} | like:"${before}${unquoted(text)}${after}")`

/** What others do with texts, by names without signs and in small letters. */
export const operationsOnText: ForeignOperations = {
  ...called('substring substr slice mid', (value, [from, to]) => partOf(value, wholeOf(from), wholeOf(to))),
  ...called('left firstchars', (value, [count]) => partOf(value, 0, wholeOf(count ?? '1'))),
  ...called('charat firstletter initial', (value, [at]) => partOf(value, wholeOf(at ?? '0'), 1)),
  ...called('concat', (value, [text, ...others]) =>
    others.length === 0 && text !== undefined && /^["']/.test(text) && !looksLikeList(value)
      ? `${value} + ${text}`
      : undefined,
  ),
  ...called('append suffix', (value, [text]) => (text === undefined ? undefined : `${value} + ${quoted(text)}`)),
  ...called('prepend prefix', (value, [text]) => (text === undefined ? undefined : `${quoted(text)} + ${value}`)),
  ...called('includes contains', withPattern('*', '*')),
  ...called('startswith beginswith', withPattern('', '*')),
  ...called('endswith', withPattern('*', '')),
  ...called('remove removeall cut', (value, [text]) =>
    text === undefined ? undefined : `${value} | replace:${quoted(text)}:""`,
  ),
  ...called('replaceall replacefirst', (value, [from, to]) =>
    from === undefined || to === undefined || from.startsWith('/') ? undefined : `${value} | replace:${from}:${to}`,
  ),
  // What a fill does without being told: signs of XML are written as they are, and line breaks are kept.
  ...called(
    'escape e forceescape escapehtml escapexml xmlescape htmlspecialchars tostring string str valueof noquote ampersandfilter ' +
      'preservecharref nltobr newlinetobr linebreaksbr manuallinebreaks convcrlf singletodoublenewlines showifdef',
    (value) => unquoted(value),
  ),
  ...called('barcode', (value, [kind]) =>
    /^qr-?code$/i.test(unquoted(kind))
      ? `${value} | qr`
      : kind === undefined
        ? undefined
        : `${value} | barcode:${quoted(kind)}`,
  ),
  ...called('imagefit', (value, [fit]) => `${value} | image:"":"":${quoted(fit ?? 'contain')}`),
}
