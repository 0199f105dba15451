import { describe, expect, it } from 'vitest'
import type { InspectEmailRequest } from '@chancery/core'
import { inspectEmail } from './inspect-email.ts'

const base: InspectEmailRequest = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

const foundIn = (closing: string) =>
  inspectEmail(
    {
      subject: 'Your order',
      html: '<!doctype html><html lang="en"><head></head><body><p>Hello</p>{{> closing}}</body></html>',
      partials: { closing },
    },
    base,
  )
    .findings.filter(({ location, severity }) => location?.field === 'partials/closing' && severity !== 'info')
    .map(({ code, location }) => [code, location?.line])

describe('a partial that is a piece of html', () => {
  it.each([
    ['empty_link', '<p><a href="">Our terms of business</a></p>'],
    ['no_alternative_text', '<img src="https://firm.de/a.png" width="20">'],
    ['event_handler', '<p onclick="go()">Words</p>'],
    ['unknown_css_property', '<p style="colr: #222222">Words</p>'],
    ['misspelt_attribute', '<table role="presentation" widht="20"><tr><td>Words</td></tr></table>'],
    ['foreign_tag', '<p>Hello *|FNAME|*</p>'],
    ['placeholder_text', '<p>TODO: write the words</p>'],
    ['unknown_entity', '<p>Words&nbps;of ours</p>'],
  ])('is checked by itself: %s', (code, html) => {
    expect(foundIn(`<p>Kind regards</p>\n${html}\n`)).toEqual([[code, 2]])
  })

  it('need not hold what its links and labels name', () => {
    expect(foundIn('<a href="#top-of-page">To the top</a>')).toEqual([])
  })

  it.each([
    ['is left open across another', '<p>Kind <b>regards</p>', 'unclosed_element'],
    ['is left open to its end', '<p>Kind regards</p>\n<div>The firm', 'unclosed_element'],
    ['is closed and was not opened', '<p>Kind regards</p></div>', 'stray_end_tag'],
  ])('is told where an element %s', (_what, html, code) => {
    expect(foundIn(html).map(([found]) => found)).toEqual([code])
  })

  it('need not close what another piece does', () => {
    const { findings } = inspectEmail(
      {
        subject: 'Your order',
        html: '<!doctype html><html lang="en"><head></head><body>{{> head}}<p>Hello</p>{{> foot}}{{> box}}<p>Hi</p></section></body></html>',
        partials: {
          head: '<table role="presentation"><tr><td>',
          foot: '</td></tr></table>',
          box: '<section class="{{kind}}">',
        },
      },
      base,
    )
    const nesting = ['unclosed_element', 'unclosed_cell', 'stray_end_tag']
    expect(findings.filter(({ code, location }) => nesting.includes(code) && location?.field !== 'html')).toEqual([])
  })

  it('is none where no element stands in it', () => {
    expect(foundIn('.panel { margin: 0 auto ; } @media print { .panel { margin: 0 }}')).toEqual([])
  })
})
