import { textOf } from '../../page/html-page.ts'
import { htmlRule, holdsTag } from '../rule.ts'

const vague = new Set(
  'click here|here|read more|more|link|this|this link|learn more|details|hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|ici|cliquez ici|en savoir plus|aquí|haga clic aquí|más|qui|clicca qui|klik hier'.split(
    '|',
  ),
)
const vagueImage =
  /^(?:image|picture|photo|img|graphic|icon|logo|banner|spacer|untitled|bild|foto|grafik|photo \d+|image ?\d+)$/i
/** Roles that say that a table is layout. */
const layoutRole = /^(?:presentation|none)$/i
/** What only tables of data have. */
const ofData = new Set(['th', 'caption', 'thead'])

/** What screen readers need: words for images and links, headings in order, and which tables are layout. */
export const accessibility = htmlRule(({ page, starts, parsed }, tell) => {
  for (const tag of starts) {
    if (
      tag.name !== 'img' &&
      !(tag.name === 'input' && /^image$/i.test(tag.attributes.get('type')?.value ?? '')) &&
      tag.name !== 'area'
    )
      continue
    const alt = tag.attributes.get('alt')
    if (alt === undefined) {
      if (!tag.attributes.has('aria-label')) tell('no_alternative_text', tag)
      continue
    }
    const words = alt.value.trim()
    if (/^\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i.test(words) || /^(?:https?:|\/\/)\S*$/i.test(words))
      tell('file_name_as_text', alt)
    else if (vagueImage.test(words))
      tell('vague_alternative_text', alt, { message: `"${words}" does not say what the image shows.` })
    else if (words.length > 150) tell('long_alternative_text', alt)
  }
  const withData = new Set<number>()
  let level = 0
  let mains = 0
  for (const [index, element] of page.elements.entries()) {
    const { tag } = element
    if (ofData.has(tag.name)) {
      let at = element.parent
      for (let depth = 0; at !== -1 && depth < 4; depth += 1) {
        if (page.elements[at]?.tag.name === 'table') withData.add(at)
        at = page.elements[at]?.parent ?? -1
      }
    }
    if (tag.name === 'a' && tag.attributes.has('href')) {
      const words = textOf(page, element)
      const images = page.elements
        .slice(index + 1, index + 30)
        .filter((inner) => inner.tag.start < element.end && inner.tag.name === 'img')
      const shown = images.some((inner) => (inner.tag.attributes.get('alt')?.value.trim() ?? 'x') !== '')
      const own = tag.attributes.get('aria-label') ?? tag.attributes.get('title')
      if (words === '' && !shown && (own?.value.trim() ?? '') === '') tell('empty_link_text', tag)
      else if (vague.has(words.toLowerCase().replace(/[\s.!…>»→]+$/u, '')))
        tell('vague_link_text', tag, { message: `"${words}" does not say where the link leads.` })
    }
    const [, digit] = /^h([1-6])$/.exec(tag.name) ?? []
    if (digit !== undefined) {
      const depth = Number(digit)
      if (
        textOf(page, element) === '' &&
        !page.tokens
          .slice(element.from, Math.min(element.to, element.from + 20))
          .some((token) => token.kind === 'start' && token.name === 'img')
      )
        tell('empty_heading', tag)
      if (level > 0 && depth > level + 1) tell('skipped_heading', tag, { message: `<h${depth}> follows <h${level}>.` })
      level = depth
      if (depth === 1) mains += 1
      if (depth === 1 && mains > 1) tell('several_main_headings', tag)
    }
  }
  page.elements.forEach(({ tag }, index) => {
    if (tag.name !== 'table' || withData.has(index)) return
    const role = tag.attributes.get('role')
    if (
      role === undefined ||
      (!layoutRole.test(role.value.trim()) && !holdsTag(parsed, role.start, role.end) && role.value.trim() === '')
    )
      tell('layout_table', tag)
  })
})
