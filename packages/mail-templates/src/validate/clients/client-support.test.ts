import { describe, expect, it } from 'vitest'
import { inspectEmail } from '../inspect-email.ts'
import { clientNames, features } from './client-support-data.ts'
import { clientSupport, featureNamed } from './client-support.ts'
import { withoutAdvice } from './feature-weight.ts'

const page = (body: string, style = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>${style}</style></head><body>${body}</body></html>`
const rule = (css: string): string => page('<p>x</p>', css)
const declared = (css: string): string => page(`<p style="${css}">x</p>`)

/** How features are written whose name is not how they are written. */
const written: Readonly<Record<string, string>> = {
  amp: page('').replace('<html', '<html amp4email'),
  'css-at-media-device-pixel-ratio': rule('@media (-webkit-min-device-pixel-ratio: 2) { p { color: red } }'),
  'css-at-media-hover': rule('@media (hover: hover) { p { color: red } }'),
  'css-at-media-orientation': rule('@media (orientation: portrait) { p { color: red } }'),
  'css-at-media-prefers-color-scheme': rule('@media (prefers-color-scheme: dark) { p { color: red } }'),
  'css-at-media-prefers-reduced-motion': rule('@media (prefers-reduced-motion) { p { color: red } }'),
  'css-at-media': rule('@media screen { p { color: red } }'),
  'css-at-import': rule("@import url('https://firm.de/a.css');"),
  'css-at-supports': rule('@supports (display: grid) { p { color: red } }'),
  'css-at-font-face': rule("@font-face { font-family: X; src: url('https://firm.de/x.woff2') }"),
  'css-at-keyframes': rule('@keyframes in { from { color: red } }'),
  'css-block-inline-size': declared('block-size: 1px'),
  'css-border-inline-block-individual': declared('border-inline-start: 1px solid'),
  'css-border-inline-block-longhand': declared('border-block-color: red'),
  'css-border-inline-block': declared('border-inline: 1px solid'),
  'css-border-radius-logical': declared('border-start-start-radius: 1px'),
  'css-column-layout-properties': declared('column-width: 10px'),
  'css-conic-gradient': declared('background: conic-gradient(red, blue)'),
  'css-linear-gradient': declared('background: linear-gradient(red, blue)'),
  'css-radial-gradient': declared('background: radial-gradient(red, blue)'),
  'css-display-flex': declared('display: flex'),
  'css-display-grid': declared('display: grid'),
  'css-display-none': declared('display: none'),
  'css-flex-direction': declared('flex-direction: column'),
  'css-flex-wrap': declared('flex-wrap: wrap'),
  'css-function-clamp': declared('width: clamp(1px, 2px, 3px)'),
  'css-function-light-dark': declared('color: light-dark(red, blue)'),
  'css-function-max': declared('width: max(1px, 2px)'),
  'css-function-min': declared('width: min(1px, 2px)'),
  'css-grid-template': declared('grid-template-columns: 1fr'),
  'css-important': declared('color: red !important'),
  'css-inert-attribute': page('<p inert>x</p>'),
  'css-intrinsic-size': declared('width: fit-content'),
  'css-left-right-top-bottom': declared('left: 1px'),
  'css-margin-block-start-end': declared('margin-block-start: 1px'),
  'css-margin-inline-block': declared('margin-inline: 1px'),
  'css-margin-inline-start-end': declared('margin-inline-start: 1px'),
  'css-padding-block-start-end': declared('padding-block-start: 1px'),
  'css-padding-inline-block': declared('padding-inline: 1px'),
  'css-padding-inline-start-end': declared('padding-inline-start: 1px'),
  'css-modern-color': declared('color: oklch(1 0 0)'),
  'css-nesting': rule('p { a { color: red } }'),
  'css-rgb': declared('color: rgb(1, 2, 3)'),
  'css-rgba': declared('color: rgba(1, 2, 3, 0.5)'),
  'css-scroll-snap': declared('scroll-snap-type: x'),
  'css-sytem-ui': declared('font-family: system-ui'),
  'css-unit-calc': declared('width: calc(1px + 2px)'),
  'css-unit-initial': declared('color: initial'),
  'css-unit-percent': declared('width: 1%'),
  'css-variables': declared('color: var(--x)'),
  'css-selector-adjacent-sibling': rule('h1 + p { color: red }'),
  'css-selector-attribute': rule('p[lang] { color: red }'),
  'css-selector-chaining': rule('.a.b { color: red }'),
  'css-selector-child': rule('td > p { color: red }'),
  'css-selector-general-sibling': rule('h1 ~ p { color: red }'),
  'css-selector-universal': rule('* { color: red }'),
  'html-anchor-links': page('<a href="#x">x</a>'),
  'html-button-reset': page('<button type="reset">x</button>'),
  'html-button-submit': page('<button type="submit">x</button>'),
  'html-h1-h6': page('<h1>x</h1>'),
  'html-image-maps': page('<map name="x"></map>'),
  'html-lists': page('<ul><li>x</li></ul>'),
  'html-loading-attribute': page('<img loading="lazy">'),
  'html-mailto-links': page('<a href="mailto:a@firm.de">x</a>'),
  'html-meta-color-scheme': page('<meta name="color-scheme" content="dark">'),
  'html-semantics': page('<section>x</section>'),
  'html-srcset': page('<img srcset="https://firm.de/a.png 2x">'),
  'image-base64': page('<img src="data:image/png;base64,AA">'),
  'image-heif': page('<img src="https://firm.de/a.heic">'),
  'image-tiff': page('<img src="https://firm.de/a.tif">'),
}
const attributes = new Set(
  'align aria-describedby aria-hidden aria-label aria-labelledby aria-live background cellpadding cellspacing dir height hidden lang popover required role target valign width'.split(
    ' ',
  ),
)

function sourceOf(slug: string): string {
  const known = written[slug]
  if (known !== undefined) return known
  const [, kind = '', rest = ''] = /^([a-z]+)-(.*)$/.exec(slug) ?? []
  if (kind === 'image') return page(`<img src="https://firm.de/a.${rest}">`)
  if (kind === 'html') {
    if (attributes.has(rest)) return page(`<td ${rest}="x">x</td>`)
    const [, type] = /^input-(.*)$/.exec(rest) ?? []
    return page(type === undefined ? `<${rest}>x</${rest}>` : `<input type="${type}">`)
  }
  const [, pseudo, name = ''] = /^pseudo-(class|element)-(.*)$/.exec(rest) ?? []
  if (pseudo !== undefined) return rule(`p${pseudo === 'class' ? ':' : '::'}${name} { color: red }`)
  const [, unit] = /^unit-(.*)$/.exec(rest) ?? []
  return unit === undefined ? declared(`${rest}: x`) : declared(`width: 1${unit}`)
}

/** A picture does not tell that it has a high dynamic range. */
const cannotBeSeen = new Set(['image-hdr', ...withoutAdvice])

describe('what mail programs show', () => {
  const wanted = clientNames.flatMap(([client], index) => (/^(?:gmail|outlook)\./.test(client) ? [index] : []))
  const lacking = features.filter(
    ([slug, , support]) => !cannotBeSeen.has(slug) && wanted.some((index) => support[index] === 'n'),
  )

  it('has the data', () => {
    expect(lacking.length).toBeGreaterThan(190)
    expect(features.every(([, , support]) => /^[yanu]+$/.test(support) && support.length === clientNames.length)).toBe(
      true,
    )
  })

  it.each(lacking.map(([slug]) => slug))('tells what Gmail or Outlook lack: %s', (slug) => {
    const request = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0, clients: ['gmail', 'outlook'] }
    const { findings } = inspectEmail({ subject: 'x', html: sourceOf(slug) }, request)
    const found = findings.find(({ feature }) => feature === slug)
    expect(found?.clients?.some(({ support }) => support === 'none')).toBe(true)
    expect(found?.group).toBe('clients')
  })

  it('asks only for the programs that matter, and knows their names', () => {
    const [radius] = featureNamed('css-border-radius')
    if (radius === undefined) throw new Error('no such feature')
    expect(clientSupport(['outlook.windows']).verdictsOn(radius)).toEqual({
      worst: 'none',
      verdicts: [{ client: 'outlook.windows', name: 'Outlook (Windows)', support: 'none' }],
    })
    expect(clientSupport(['gmail']).verdictsOn(radius)).toEqual({ worst: 'full', verdicts: [] })
    expect(() => clientSupport(['gmial'])).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        violations: [expect.objectContaining({ pointer: '/clients/0', hint: 'Did you mean "gmail"?' })],
      }),
    )
  })

  it('has a row for each mail program in the matrix', () => {
    const { matrix } = inspectEmail(
      { subject: 'x', html: declared('display: flex') },
      { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 },
    )
    expect(matrix).toHaveLength(clientNames.length)
    expect(matrix.find(({ client }) => client === 'outlook.windows')?.none).toContain('display:flex')
    expect(matrix.find(({ client }) => client === 'gmail.desktop-webmail')?.none).not.toContain('display:flex')
  })
})
