import { type HtmlTag, wordsPlace } from '../../parse/html-tokens.ts'
import { holdsTag, htmlRule } from '../rule.ts'
import { languageSlip, mainOf } from './language-tags.ts'

/** Languages that are written from right to left, and their letters. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]{2}/

/** Titles that editors and makers of pages begin with. */
const ofEditor =
  /^(?:untitled(?: document| page)?|document|title|(?:my |new |html )?(?:e-?mail|newsletter)(?: template)?|page title|unbenannt(?:es dokument)?|sans titre|\*\|mc:subject\|\*|[\w-]{1,60}\.(?:html?|mjml|hbs|docx?|psd))$/i

/** What a viewport may say (CSS Device Adaptation 1, 10). */
const viewportPart =
  /^(?:width\s*=\s*(?:device-width|\d+(?:px)?)|height\s*=\s*(?:device-height|\d+(?:px)?)|(?:initial|minimum|maximum)-scale\s*=\s*\d*\.?\d+|user-scalable\s*=\s*(?:yes|no|[01])|shrink-to-fit\s*=\s*\w+|viewport-fit\s*=\s*\w+|target-densitydpi\s*=\s*[\w-]+|minimal-ui|interactive-widget\s*=\s*[\w-]+)$/i
const viewportSlip = (content: string): string | undefined =>
  content
    .slice(0, 500)
    .replace(/\s*=\s*/g, '=')
    .split(/[\s,;]+/)
    .find((part) => part !== '' && !viewportPart.test(part))

const isBlank = (text: string): boolean => text.trim() === ''

/** The encoding that a `meta` names. */
function charsetIn({ attributes }: HtmlTag): string | undefined {
  const own = attributes.get('charset')?.value.trim()
  if (own !== undefined || !/content-type/i.test(attributes.get('http-equiv')?.value ?? '')) return own
  return /charset\s*=\s*["']?([^\s;"']*)/i.exec(attributes.get('content')?.value ?? '')?.[1]
}

/** What a whole page says of itself: doctype, encoding, language, title, screen. Fragments need none of it. */
export const htmlDocument = htmlRule(({ tokens, starts, errors, page, looks, parsed, masked }, tell) => {
  const { source } = parsed.field
  const root = starts.find(({ name }) => name === 'html')
  const head = starts.find(({ name }) => name === 'head')
  const body = starts.find(({ name }) => name === 'body')
  const first = root ?? head ?? body
  if (first === undefined) return
  const doctype = tokens.find(({ kind }) => kind === 'doctype')
  if (doctype === undefined || doctype.start > first.start)
    tell('no_doctype', { start: 0, end: Math.min(1, source.length) })
  else if (doctype.kind === 'doctype' && doctype.text.toLowerCase() !== 'html')
    tell('no_doctype', doctype, { message: `There is no doctype "${doctype.text.slice(0, 40)}".` })
  else {
    const before = tokens.find(({ kind, start, end }) => kind !== 'comment' && !isBlank(masked.slice(start, end)))
    if (before !== undefined && before.start < doctype.start && !holdsTag(parsed, before.start, before.end))
      tell('no_doctype', before.kind === 'text' ? wordsPlace(source, before) : before, {
        message: 'Something stands before the doctype; programs do not mind the doctype then.',
        hint: 'Begin with <!doctype html>.',
      })
  }
  for (const token of tokens)
    if (token.kind === 'doctype' && token !== doctype)
      tell('repeated_element', token, { message: 'A doctype stands in the middle: a whole page was put into another.' })
  // What swallows the rest of the page is told by its own name.
  const isCut = errors.some(({ code }) => code.startsWith('eof-'))
  const ended = new Set(tokens.flatMap((token) => (token.kind === 'end' ? token.name : [])))
  for (const opened of isCut ? [] : [root, head, body])
    if (opened !== undefined && !ended.has(opened.name))
      tell('unclosed_page', opened, { message: `<${opened.name}> is not closed.` })
  const metas = starts.filter(({ name }) => name === 'meta')
  const charsets = metas.flatMap((meta) => {
    const named = charsetIn(meta)
    return named === undefined ? [] : [{ meta, named }]
  })
  if (charsets.length === 0) tell('no_charset', head ?? first)
  // XHTML of old says it in both manners.
  const spoken = new Set<string>()
  for (const { meta } of charsets) {
    const manner = meta.attributes.has('charset') ? 'charset' : 'http-equiv'
    if (spoken.has(manner)) tell('repeated_element', meta, { message: 'The encoding is said twice.' })
    spoken.add(manner)
  }
  for (const { meta, named } of charsets)
    if (/^[“”„‘’"']?[\w.:-]+[“”„‘’"']?$/.test(named) && !/^(?:utf-?8|us-ascii)$/i.test(named))
      tell('wrong_charset', meta, { message: `The html says that it is ${named}; e-mails are sent in UTF-8.` })
  for (const meta of metas) {
    const name = meta.attributes.get('name')?.value.toLowerCase()
    const content = meta.attributes.get('content')
    if (
      name === 'viewport' &&
      content !== undefined &&
      /user-scalable\s*=\s*(?:no|0)|maximum-scale\s*=\s*(?:0|1(?:\.0*)?)\s*(?:[,;]|$)/i.test(content.value)
    )
      tell('zoom_blocked', meta)
    const fixed =
      name === 'viewport'
        ? /\bwidth\s*=\s*\d+|;|^(?!.*\bwidth\s*=)\s*(?=\S)/s.exec(content?.value ?? '')?.[0]
        : undefined
    if (fixed !== undefined && content !== undefined && !source.slice(content.start, content.end).includes('{{'))
      tell('invalid_attribute', content, {
        message:
          fixed === ';'
            ? 'The parts of a viewport are set apart by commas.'
            : fixed.trim() === ''
              ? 'The viewport says nothing of its width.'
              : 'The width of the viewport is fixed: telephones show all of it small.',
        hint: 'Write content="width=device-width, initial-scale=1".',
        severity: 'info',
      })
    const slip = name === 'viewport' ? viewportSlip(content?.value ?? '') : undefined
    if (slip !== undefined && content !== undefined && !source.slice(content.start, content.end).includes('{{'))
      tell('invalid_attribute', content, {
        message: `The viewport cannot be "${slip.slice(0, 40)}".`,
        hint: 'Write content="width=device-width, initial-scale=1".',
      })
    const odd = /^(?:color-scheme|supported-color-schemes)$/.test(name ?? '')
      ? content?.value
          .trim()
          .split(/\s+/)
          .find((word) => !/^(?:light|dark|only|normal)$/i.test(word))
      : undefined
    if (odd !== undefined && content !== undefined && !/x{3}/.test(odd))
      tell('invalid_attribute', content, {
        message: `There is no colour scheme "${odd.slice(0, 40)}".`,
        hint: 'Write "light dark", with a space between.',
      })
    if (/^refresh$/i.test(meta.attributes.get('http-equiv')?.value.trim() ?? '')) tell('meta_refresh', meta)
  }
  const viewport = metas.some(({ attributes }) => attributes.get('name')?.value.toLowerCase() === 'viewport')
  if (!viewport && head !== undefined) tell('no_viewport', head)
  for (const tag of starts) if (tag.name === 'base' && tag.attributes.has('href')) tell('base_address', tag)
  if (root === undefined) return
  const language = root.attributes.get('lang') ?? root.attributes.get('xml:lang')
  const isChosen = language !== undefined && source.slice(language.start, language.end).includes('{{')
  const foreign = root.attributes.get('xml:lang')
  if (language === undefined || language.value.trim() === '') tell('no_language', root)
  else if (!isChosen) {
    const slip = languageSlip(language.value)
    if (slip !== undefined) tell('bad_language', language, slip)
    else if (foreign !== undefined && foreign !== language && mainOf(foreign.value) !== mainOf(language.value))
      tell('bad_language', foreign, {
        message: 'lang and xml:lang name two languages.',
        hint: 'Write the same in both.',
      })
  }
  for (const tag of starts) {
    const own = tag === root ? undefined : tag.attributes.get('lang')
    const slip =
      own === undefined || own.value.trim() === '' || holdsTag(parsed, own.start, own.end)
        ? undefined
        : languageSlip(own.value)
    if (own !== undefined && slip !== undefined) tell('bad_language', own, slip)
  }
  const title = tokens.find((token) => token.kind === 'text' && token.element === 'title' && token.text.trim() !== '')
  if (title !== undefined && title.kind === 'text' && ofEditor.test(title.text.trim()))
    tell('no_title', title, { message: `"${title.text.trim()}" is the title that a program gives to every page.` })
  if (title === undefined) tell('no_title', starts.find(({ name }) => name === 'title') ?? head ?? root)
  const turned = new Set<number>()
  for (const text of page.texts) {
    if (text.element !== '' || looks?.[text.parent]?.hiddenBy !== '' || !rightToLeft.test(text.text)) continue
    let at = text.parent
    for (let depth = 0; at !== -1 && depth < 100; depth += 1) {
      const direction = page.elements[at]?.tag.attributes.get('dir')?.value.trim()
      if (turned.has(at) || (direction !== undefined && !/^ltr$/i.test(direction))) break
      at = page.elements[at]?.parent ?? -1
    }
    if (at !== -1) continue
    tell('no_direction', wordsPlace(source, text))
    // Once for each stretch is enough.
    turned.add(text.parent)
  }
})
