import type { EmailContent } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, it } from 'vitest'
import { inspectEmail } from './inspect-email.ts'

const request = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }
const html = '<p>Hello</p>'
const styled = (style: string) => ({ html: `<p style="${style}">Hello</p>` })

/** One sign over and over, where a pattern begins with it and what it wants behind it never comes. */
const places: readonly (readonly [place: string, make: (signs: (sign: string) => string) => Partial<EmailContent>])[] =
  [
    ['a font of digits', (signs) => styled(`font: ${signs('1')}!`)],
    ['a length of digits', (signs) => styled(`font-size: ${signs('1')}!`)],
    ['an opacity of zeros', (signs) => styled(`opacity: ${signs('0')}x`)],
    ['a background of zeros', (signs) => styled(`background: ${signs('0 ')}!`)],
    ['a margin of zeros', (signs) => styled(`margin: -${signs('0')}`)],
    ['blanks in a colour', (signs) => styled(`color: rgba(1,1,1,${signs(' ')}x`)],
    ['a width of digits in a query', (signs) => ({ html: `<style>@media (width:${signs('1')} {}</style>${html}` })],
    ['a condition of digits', (signs) => ({ html: `<!--[if ${signs('0').slice(0, 190)}W]>x<![endif]-->` })],
    ['strokes in an address', (signs) => ({ html: `<a href="https://a.example/${signs('/')}x">Order</a>` })],
    ['tags in an address', (signs) => ({ html: `<a href="https://a.example/${signs('{{a}}')}x">Order</a>` })],
    ['question marks in an address', (signs) => ({ html: `<a href="{{url}}${signs('?')}">Order</a>` })],
    ['blanks in the name of a picture', (signs) => ({ html: `<img src="a.png" alt="img${signs(' ')}x">` })],
    ['blanks behind a password', (signs) => ({ html, text: `passwd is${signs(' ')}<` })],
    ['a rule of a style sheet in the text', (signs) => ({ html, text: `a{${signs('aa:b ')}` })],
    ['signs behind an address in the text', (signs) => ({ html, text: `https://a.example/${signs('!')}x` })],
    ['blanks behind Re', (signs) => ({ html, subject: `re${signs(' ')}x` })],
    ['blanks behind a word in the subject', (signs) => ({ html, subject: `test${signs(' ')}x` })],
    ['words of a font', (signs) => styled(`font-family: ${signs('a ')}!`)],
    ['points between letters', (signs) => ({ html, text: `{{a.b}} ${signs('a.')}!` })],
    ['strokes between signs', (signs) => ({ html, text: `{{abc}} ${signs('$a_')}%` })],
    ['parameters of statistics', (signs) => ({ html: `<a href="https://a.example/?${signs('&utm_id=')}">Order</a>` })],
    ['a name of an attribute of points', (signs) => ({ html: `<p a:${signs(';a:')}>x</p>` })],
    ['sections that are not closed', (signs) => ({ html: signs('{{#if a}}') })],
    ['comments of the template', (signs) => ({ html, text: signs('{{! {{') })],
    ['semicolons in a style sheet', (signs) => ({ html: `<style>${signs('; ')}</style>${html}` })],
    ['a sender of one sign', (signs) => ({ html, from: `${signs('@')}<` })],
    ['blanks in a name that is given', (signs) => ({ html: `{{= a${signs(' ')}b b}}` })],
  ]

describe('a check of hostile source takes time by its length', () => {
  it.each(places)('%s', async (_, make) => {
    await expectLinearTime(
      3000,
      (size) => ({ subject: 'Order', ...make((sign) => sign.repeat(size)) }),
      (template) => inspectEmail(template, request),
    )
  })
})
