import { expect, it } from 'vitest'
import { readForTest } from '../reading-for-test.ts'

const read = async (type: string, body: string): Promise<readonly (readonly [string, number | undefined])[]> => {
  const mail = `From: a@example.com\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`
  const { blocks, text } = await readForTest(mail, 'eml')
  return blocks.slice(1).map(({ span, quote }) => [text.slice(span.start, span.end), quote])
}

const head = (from: string, sent: string, to: string): string =>
  `<div style="border-top:solid 1pt"><p><b>${from}:</b> Tom<br><b>${sent}:</b> Monday<br><b>${to}:</b> Lena<br><b>Re:</b> x</p></div>`

it('reads what stands below the headers of an older message as its quote, in HTML', async () => {
  const table = '<table border=1><tr><th>a<th>b<tr><td>1<td>2</table>'
  const page = `<p>Yes.</p>${head('From', 'Sent', 'To')}<p>When?</p>${table}${head('Von', 'Gesendet', 'An')}<p>So?</p>`
  expect(await read('text/html', page)).toEqual([
    ['Yes.', undefined],
    ['From: Tom\nSent: Monday\nTo: Lena\nRe: x', 1],
    ['When?', 1],
    ['a\tb\n1\t2', 1],
    ['Von: Tom\nGesendet: Monday\nAn: Lena\nRe: x', 2],
    ['So?', 2],
  ])
})

it('reads what Gmail forwards as a quote', async () => {
  const page =
    '<p>See.</p><div>---------- Forwarded message ---------<br>From: T<br>Date: x<br>Subject: y<br>To: L</div>Hi'
  expect((await read('text/html', page)).map(([, quote]) => quote)).toEqual([undefined, 1, 1])
})

it('counts headers in plain text once, with and without a line that parts them', async () => {
  const text =
    'Yes.\n\n-----Original Message-----\nFrom: T\nSent: x\nTo: L\n\nWhen?\n____\nVon: L\nGesendet: x\nAn: T\n\nSo?'
  expect((await read('text/plain', text)).map(([own, quote]) => [own.split('\n')[0], quote])).toEqual([
    ['Yes.', undefined],
    ['-----Original Message-----', undefined],
    ['From: T', 1],
    ['When?', 1],
    ['Von: L', 2],
    ['So?', 2],
  ])
})

it('takes an address in a letter for no older message', async () => {
  expect(await read('text/html', '<p>From: Hull<br>Until: York<br>To: Leeds</p><p>Go.</p>')).toEqual([
    ['From: Hull\nUntil: York\nTo: Leeds', undefined],
    ['Go.', undefined],
  ])
})
