import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

it('reads contacts of every version: names, kinds, folded and quoted-printable lines', async () => {
  const model = await readForTest(
    [
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Doe\r\nORG:Example\\, Ltd.;Sales\r\nTEL;TYPE="work,voice":tel:+49 30 12',
      'item1.EMAIL;TYPE=home:ann@exam\r\n ple.com\r\nADR:;;Main St. 1;Berlin;;10115;Germany\r\nNOTE:One\\nTwo\r\nEND:VCARD',
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCl=\r\nler;J=C3=B6rg;;Dr.\r\nTEL;CELL:0171',
      'PHOTO;TYPE=JPEG;ENCODING=BASE64:\r\n /9j/\r\nEND:VCARD',
    ].join('\r\n'),
    'vcard',
  )
  expect(outline(model)).toEqual([
    'heading 1 | Ann Doe',
    'paragraph | Organization: Example, Ltd., Sales',
    'paragraph | Phone (work): +49 30 12',
    'paragraph | E-mail (home): ann@example.com',
    'paragraph | Address: Main St. 1, Berlin, 10115, Germany',
    'paragraph | Note: One, Two',
    'heading 1 | Dr. Jörg Müller',
    'paragraph | Phone (cell): 0171',
  ])
  expect(model.keyValues.map(({ key, value }) => [key, value])).toContainEqual(['Phone (work)', '+49 30 12'])
  expect(model.images).toEqual([{ contentType: 'image/jpeg' }])
})

it('reads what phones add: names of kinds, days without a year, people', async () => {
  const card = [
    'item1.TEL:1\nitem1.X-ABLabel:_$!<HomeFAX>!$_\nitem2.EMAIL;type=WORK:a@b.c\nitem2.X-ABLabel:Holiday home',
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-03\nitem3.X-ABRELATEDNAMES:Ann\nitem3.X-ABLabel:_$!<Spouse>!$_',
    'X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Jo;1;;\nX-ANDROID-CUSTOM:vnd.android.cursor.item/constructor;x',
  ]
  const model = await readForTest(`BEGIN:VCARD\nFN:x\n${card.join('\n')}\nEND:VCARD`, 'vcard')
  expect(model.text.split('\n').slice(1)).toEqual([
    'Phone (home fax): 1',
    'E-mail (Holiday home): a@b.c',
    'Birthday: --05-03',
    'Related (spouse): Ann',
    'Nickname: Jo',
  ])
})

it('reads quoted-printable without a charset, whichever it is in', async () => {
  const card = (value: string): string =>
    `BEGIN:VCARD\nVERSION:2.1\nFN:x\nNOTE;ENCODING=QUOTED-PRINTABLE:${value}\nEND:VCARD`
  expect((await readForTest(card('K=F6ln=0D=0AMitte'), 'vcard')).text).toBe('x\nNote: Köln, Mitte')
  expect((await readForTest(card('K=C3=B6ln'), 'vcard')).text).toBe('x\nNote: Köln')
})

it('takes what is encoded for text: a semicolon parts nothing there, and a line of the card is never its continuation', async () => {
  const text = 'BEGIN:VCARD\nFN:x\nORG;ENCODING=QUOTED-PRINTABLE:A=3B B;C=5Cn=\nEND:VCARD\nBEGIN:VCARD\nFN:y\nEND:VCARD'
  expect((await readForTest(text, 'vcard')).text).toBe('x\nOrganization: A; B, C\\n\ny')
})

it('refuses what holds no contact, and takes odd ones in bounded time', async () => {
  await expect(readForTest('BEGIN:X\nEND:X', 'vcard')).rejects.toMatchObject({ code: 'document_corrupt' })
  const odd = `BEGIN:VCARD\n${'BEGIN:VCARD\n'.repeat(20_000)}FN:x\n;;;:::\nconstructor:x\nTEL;${';'.repeat(50_000)}:1`
  expect((await readForTest(odd, 'vcard')).text).toContain('x')
})
