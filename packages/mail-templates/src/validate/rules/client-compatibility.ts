import type { Finding } from '@chancery/core'
import { findingAt } from '../../parse/source-field.ts'
import type { Rule } from '../rule.ts'

type Verdict = readonly [severity: Finding['severity'], message: string, hint: string]

/** Elements that mail programs take out or show wrongly (caniemail.com). */
const elements: Readonly<Record<string, Verdict>> = {
  script: ['error', 'Mail programs take scripts out, and spam filters mind them.', 'Take it out.'],
  iframe: ['error', 'Mail programs take frames out.', 'Link to the page.'],
  object: ['error', 'Mail programs take embedded objects out.', 'Use an image with a link.'],
  embed: ['error', 'Mail programs take embedded objects out.', 'Use an image with a link.'],
  form: ['warning', 'Forms do not work in most mail programs.', 'Link to a form.'],
  video: ['warning', 'Few mail programs play video.', 'Use an image with a link.'],
  audio: ['warning', 'Few mail programs play sound.', 'Link to it.'],
  svg: ['warning', 'Gmail and Outlook do not show inline SVG.', 'Use a PNG image.'],
  canvas: ['warning', 'Mail programs show no canvas.', 'Use an image.'],
}

/** CSS that Outlook on Windows or Gmail ignores. */
const properties: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[;{\s])position\s*:\s*(?:absolute|fixed|sticky|relative)/i, 'position'],
  [/(?:^|[;{\s])display\s*:\s*(?:inline-)?flex/i, 'display: flex'],
  [/(?:^|[;{\s])display\s*:\s*(?:inline-)?grid/i, 'display: grid'],
]

/** Whether a script is data for the mail program (schema.org markup), which Gmail reads. */
const isMarkup = (type: string | undefined): boolean => /^application\/(?:ld\+)?json$/i.test(type?.trim() ?? '')

/** What common mail programs cannot show. */
export const clientCompatibility: Rule = ({ html }) => {
  if (html === undefined) return []
  const { field } = html.parsed
  const findings: Finding[] = []
  const seen = new Set<string>()
  const once = (start: number, end: number, [severity, message, hint]: Verdict, code: string, key = code): void => {
    if (seen.has(key)) return
    seen.add(key)
    findings.push(findingAt(field, [start, end], severity, code, message, hint))
  }
  for (const { name, attributes, start, end } of html.starts) {
    const verdict = elements[name]
    if (verdict !== undefined && !(name === 'script' && isMarkup(attributes.get('type')?.value))) {
      once(start, end, verdict, 'unsupported_element', name)
    }
    if (
      name === 'link' &&
      /\bstylesheet\b/i.test(attributes.get('rel')?.value ?? '') &&
      !/fonts\./i.test(attributes.get('href')?.value ?? '')
    ) {
      once(
        start,
        end,
        ['warning', 'Mail programs do not load style sheets.', 'Write the styles into the html.'],
        'external_stylesheet',
      )
    }
    const handler = [...attributes.keys()].find((attribute) => /^on[a-z]+$/.test(attribute))
    if (handler !== undefined)
      once(start, end, ['error', 'Mail programs take event handlers out.', 'Take it out.'], 'event_handler')
    for (const [pattern, property] of properties) {
      if (pattern.test(attributes.get('style')?.value ?? '')) {
        once(
          start,
          end,
          ['warning', `Outlook or Gmail ignores "${property}".`, 'Lay out with tables.'],
          'unsupported_style',
          property,
        )
      }
    }
  }
  for (const { element, text, start } of html.elements.texts) {
    if (element !== 'style') continue
    for (const [pattern, property] of properties) {
      const found = pattern.exec(text)
      if (found !== null) {
        const at = start + found.index
        once(
          at,
          at + found[0].length,
          ['info', `Outlook or Gmail ignores "${property}".`, 'Lay out with tables.'],
          'unsupported_style',
          property,
        )
      }
    }
    if (text.length > 8192)
      once(
        start,
        start + 1,
        [
          'warning',
          'Gmail drops a style element of more than 8,192 characters.',
          'Split it, or move styles into the tags.',
        ],
        'long_style',
      )
  }
  return findings
}
