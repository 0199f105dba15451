import type { Finding } from '@chancery/core'
import { findingAt } from '../../parse/source-field.ts'
import type { Rule } from '../rule.ts'

const vague = new Set([
  'click here',
  'here',
  'read more',
  'more',
  'link',
  'hier',
  'hier klicken',
  'mehr',
  'ici',
  'aquí',
])

/** What screen readers need: the language, a title, words for images and links. */
export const accessibility: Rule = ({ html }) => {
  if (html === undefined) return []
  const { field } = html.parsed
  const findings: Finding[] = []
  const root = html.starts.find(({ name }) => name === 'html')
  if (root !== undefined) {
    const place = [root.start, root.end] as const
    if ((root.attributes.get('lang')?.value ?? '').trim() === '') {
      findings.push(
        findingAt(
          field,
          place,
          'warning',
          'no_language',
          'The html does not say its language.',
          'Write <html lang="en">.',
        ),
      )
    }
    const title = html.elements.texts.some(({ element, text }) => element === 'title' && text.trim() !== '')
    if (!title)
      findings.push(
        findingAt(field, place, 'warning', 'no_title', 'The html has no title.', 'Put <title>…</title> into its head.'),
      )
  }
  for (const { name, attributes, start, end } of html.starts) {
    if (name !== 'img') continue
    const alt = attributes.get('alt')?.value
    if (alt === undefined) {
      findings.push(
        findingAt(
          field,
          [start, end],
          'warning',
          'no_alternative_text',
          'An image has no alternative text.',
          'Write alt="…", or alt="" for decoration.',
        ),
      )
    } else if (/^\S+\.(?:png|jpe?g|gif|webp|svg)$/i.test(alt.trim())) {
      findings.push(
        findingAt(
          field,
          [start, end],
          'warning',
          'file_name_as_text',
          'The alternative text of an image is a file name.',
          'Say what it shows.',
        ),
      )
    }
  }
  const { tags } = html.elements
  tags.forEach((tag, index) => {
    const close = tags[index + 1]
    if (tag.kind !== 'start' || tag.name !== 'a' || close === undefined || close.name !== 'a') return
    const words = field.source.slice(tag.end, close.start).trim().toLowerCase()
    if (vague.has(words)) {
      findings.push(
        findingAt(
          field,
          [tag.start, close.end],
          'info',
          'vague_link_text',
          'The text of a link does not say where it leads.',
          'Name the target.',
        ),
      )
    }
  })
  return findings
}
