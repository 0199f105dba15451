/** Text that is HTML already. */
export interface Html {
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark)

type Part = string | number | Html | undefined | readonly Part[]

const written = (part: Part): string => {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(written).join('')
}

/** A template tag for HTML: everything that is put in is escaped, unless it is `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((text, index) => text + written(parts[index])).join(''),
})

/** A line of prose in which `code` is set as code. */
export const prose = (text: string): Html => ({
  html: escaped(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>'),
})
