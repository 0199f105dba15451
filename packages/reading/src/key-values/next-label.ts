/** The last word of a value, where nothing but a space parts it from the next label: "REF 42 VAT no: 7", "____ Date: ____". */
const endOfValue = /[\d_…]|\.{3,}|[,;)]$/

/** A label behind a value has no more words. */
const mostWordsOfNext = 4

/** Where the label of the next pair of a line begins, behind a value: behind a tab, a stroke or a wider space, of capitals, before a box to be ticked, behind figures. */
export function nextLabel(rest: string): number | undefined {
  const byForm =
    /\t+(?=[^\t:：]{1,60}[:：])|\s[|│•·]\s+(?=[\p{L}№#][^\t:：|│•·]{0,40}[:：](?:\s|$))|[ \u00a0]{2,}(?=\p{Lu}[^\t:：]{1,40}[:：](?:\s|$))|\s+(?=\p{Lu}[\p{Lu} ]{2,25}[:：]\s)|(?<=[^\s☐☑☒○◉●])\s+(?=\p{Lu}[^\t:：☐☑☒○◉●]{0,40}[:：]\s*[☐☑☒○◉●])/u.exec(
      rest,
    )
  const formed = byForm === null ? undefined : byForm.index + byForm[0].length
  const colon = /[:：](?=\s)/.exec(rest)?.index
  if (colon === undefined || (formed !== undefined && formed <= colon)) return formed
  let [label, end] = [colon, colon]
  for (let words = 0; words <= mostWordsOfNext && end > 0; words++) {
    let start = end
    while (start > 0 && !/\s/.test(rest[start - 1] ?? '')) start--
    if (words > 0 && endOfValue.test(rest.slice(start, end))) return /^\p{Lu}/u.test(rest.slice(label)) ? label : formed
    label = start
    for (end = start; end > 0 && /\s/.test(rest[end - 1] ?? '');) end--
  }
  return formed
}
