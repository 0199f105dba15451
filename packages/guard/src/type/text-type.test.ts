import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from '../document-guard.ts'

const guard = createDocumentGuard()
const signal = new AbortController().signal
const encoder = new TextEncoder()

describe('texts are told apart by what they hold', () => {
  it.each([
    ['csv', 'a,b,c\r\n1,2,3\r\n"x, y",,z\r\n'],
    ['csv', 'Имя;Город;Сумма\nАнна;Москва;1 000,50\n'],
    ['csv', 'id|name\n1|Ann\n2|Bob'],
    ['csv', 'note\nfirst,second\n'.replace('note\n', 'a,b\n')],
    ['tsv', '名前\t都市\n太郎\t東京\n'],
    ['text', 'Dear Ann,\nthank you, we are well.\n'],
    ['text', 'First, this is a sentence, with commas.\nSecond, so is this one, you see.\n'],
    ['text', 'one line, with a comma'],
    ['text', '   '],
    ['text', '#hashtag is not a heading'],
    ['text', 'Note: this is important.\nWarning: so is this.\n'],
    ['text', 'Hello <Ann>, how are you?'],
    ['text', '[1] A footnote. [2] Another one.'],
    ['markdown', '# Heading\n\n- one\n- two\n'],
    ['markdown', 'Title\n=====\n\nSee [here](https://example.com).\n'],
    ['markdown', '| a | b |\n|---|---|\n| 1 | 2 |\n\n**bold**'],
    ['html', '\ufeff \n<!-- saved from -->\n<HTML><body>x</body></HTML>'],
    ['html', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">\n<html/>'],
    ['html', '<p>Hello</p>'],
    ['html', '<?xml version="1.0"?><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello</p></div>'],
    ['html', '<?xml version="1.0"?><h:div id="a" xmlns:h="http://www.w3.org/1999/xhtml"><h:p>Hello</h:p></h:div>'],
    ['xml', '<?xml version="1.0"?><office:document xmlns:office="urn:x" xmlns:h="http://www.w3.org/1999/xhtml"/>'],
    ['xml', '<?xml version="1.0"?><table><row/></table>'],
    ['svg', '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><svg/>'],
    ['xml', '<ns:invoice xmlns:ns="urn:x"><a/></ns:invoice>\n'],
    ['json', '[1, 2, 3]'],
    ['json', '\n{"a": {"b": "}"}}\n'],
    ['json', '{}'],
    ['text', '{name}, hello'],
    ['vcard', 'begin:vcard\nVERSION:3.0\nN:;Ann\nEND:VCARD'],
    ['eml', 'Received: from a\n\tby b\nFrom: a@b.c\nSubject: x\n\nbody'],
    ['eml', 'Saved by a program\nMIME-Version: 1.0\nMessage-ID: <1>\nFrom: a@b.c\nTo: c@d.e\n\nbody'],
    ['text', 'A note\nX-Ray: one\nFrom: a@b.c\nTo: c@d.e\n\nbody'],
    ['eml', 'From a@b.c Tue\nMessage-ID: <1>\nFrom: a@b.c\n\nbody'],
    ['eml', 'MIME-Version: 1.0\nContent-Type: multipart/related;\n\tboundary=b\n\n--b\n'],
    ['text', 'MIME-Version: 1.0\nContent-Type: text/plain\n\nbody'],
    ['text', 'From: me\nThis is no header line.\n'],
  ])('%s: %j', (type, text) => {
    expect(guard.identify(encoder.encode(text))).toBe(type)
  })

  it('takes a memo for mail only where its name does not say otherwise', async () => {
    const bytes = encoder.encode('From: Ann\nTo: Bob\nSubject: Lunch\nDate: today\n\nAt noon?')
    const typeAs = async (filename: string): Promise<string> => (await guard.vet(bytes, { filename, signal })).type
    expect([await typeAs('memo.txt'), await typeAs('memo.eml'), await typeAs('memo')]).toEqual(['text', 'eml', 'eml'])
  })

  it('takes elements for those of Markdown or of a page without a root, where the name says so', async () => {
    const typeAs = async (text: string, filename: string): Promise<string> =>
      (await guard.vet(encoder.encode(text), { filename, signal })).type
    const readme = '<picture><img src="a.png"></picture>\n\n# Title\n\n<details>more</details>\n'
    expect(await typeAs(readme, 'README.md')).toBe('markdown')
    const page = '<?xml version="1.0" encoding="UTF-8"?>\n<div><p>Hello</p></div>'
    expect([await typeAs(page, 'page.xhtml'), await typeAs(page, 'page.xml')]).toEqual(['html', 'xml'])
  })

  it('takes a text without any header for no mail, whatever it is called', async () => {
    for (const text of ['At noon?', 'a', '\n<x']) {
      expect(await guard.vet(encoder.encode(text), { filename: 'memo.eml', signal })).toMatchObject({ type: 'text' })
    }
  })

  it.each(['<html><body>A file begins with %PDF-1.7 and ends so.', 'The header is %PDF-1.4\nand 1 object.'])(
    'knows a text that speaks of PDF: %s',
    (text) => expect(guard.identify(encoder.encode(text))).not.toBe('pdf'),
  )

  it('goes by the encoding that HTML declares, where its bytes do not say', async () => {
    const html = Buffer.from('<html><meta charset="windows-1251"><p>\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2', 'latin1')
    expect(await guard.vet(html, { signal })).toMatchObject({ type: 'html', charset: 'windows-1251' })
  })

  it('keeps UTF-8 with a broken byte as UTF-8', async () => {
    const bytes = Buffer.concat([encoder.encode('Größe, Übung, Äpfel, öfter, süß, '.repeat(4)), Uint8Array.of(0xff)])
    expect(await guard.vet(bytes, { signal })).toMatchObject({ type: 'text', charset: 'utf-8' })
  })

  it('hands XML on in UTF-8, scanned', async () => {
    const wide = Buffer.concat([
      Uint8Array.of(0xfe, 0xff),
      Buffer.from('<?xml version="1.0"?><a>ß</a>', 'utf16le').swap16(),
    ])
    const vetted = await guard.vet(wide, { signal })
    expect(vetted).toMatchObject({ type: 'xml', charset: 'utf-8' })
    expect(new TextDecoder().decode(vetted.bytes)).toContain('<a>ß</a>')
    const bomb = encoder.encode('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>')
    await expect(guard.vet(bomb, { signal })).rejects.toMatchObject({ code: 'document_corrupt' })
  })

  it('bounds the depth of JSON, not what stands in its strings', async () => {
    const deep = (open: string, close: string): Uint8Array => encoder.encode(open.repeat(300) + close.repeat(300))
    await expect(guard.vet(deep('[', ']'), { signal })).rejects.toMatchObject({ details: { limit: 256 } })
    const text = encoder.encode(JSON.stringify({ a: '[{'.repeat(1000), b: '\\"[' }))
    expect((await guard.vet(text, { signal })).type).toBe('json')
  })
})
