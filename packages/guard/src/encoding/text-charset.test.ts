import { describe, expect, it } from 'vitest'
import { decodeText, dosDecoder } from '@chancery/formats/text'
import { createDocumentGuard } from '../document-guard.ts'

const guard = createDocumentGuard()
const signal = new AbortController().signal

/** Texts in encodings that `TextEncoder` does not write, by the table that `TextDecoder` gives. */
function encoded(text: string, charset: string): Uint8Array {
  const decode = dosDecoder(charset) ?? ((code: Uint8Array) => new TextDecoder(charset).decode(code))
  const bytes = new Map<string, readonly number[]>()
  const learn = (...code: number[]): void => {
    const character = decode(Uint8Array.from(code))
    if (Array.from(character).length === 1 && !bytes.has(character)) bytes.set(character, code)
  }
  for (let first = 1; first < 256; first++) learn(first)
  if (/jis|gb|big|euc/.test(charset)) {
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) learn(first, second)
  }
  return Uint8Array.from(Array.from(text, (character) => bytes.get(character) ?? [0x3f]).flat())
}

const russian = 'Во вложении направляем подписанный договор и счёт за прошлый квартал.\nСрок оплаты: до пятницы.'
const japanese = '署名済みの契約書と前四半期の請求書を同封いたしますので、ご確認ください。'
const chinese = '随函附上已签署的合同以及上一季度的发票，请您查收并确认。'

it.each([
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['ibm866', russian],
  ['iso-8859-5', russian],
  [
    'windows-1250',
    'W załączeniu przesyłamy podpisaną umowę oraz fakturę, która dotyczy ostatniego kwartału, źródło: księgowość.',
  ],
  ['windows-1252', 'Größe, Übung, Äpfel – öfter süß, naïve Façade für über zwölf Gäste.'],
  ['windows-1253', 'Επισυνάπτεται το υπογεγραμμένο συμβόλαιο και το τιμολόγιο του τελευταίου τριμήνου.'],
  ['windows-1254', 'Ekte imzalanmış sözleşmeyi ve geçen çeyreğe ait faturayı bulabilirsiniz, ödeme cuma gününe kadar.'],
  ['windows-1255', 'מצורפים בזאת ההסכם החתום והחשבונית עבור הרבעון האחרון'],
  ['windows-1256', 'تجدون طيه العقد الموقع وفاتورة الربع الأخير من السنة'],
  ['macintosh', 'Größe, Übung, Äpfel und öfter süß für über zwölf Gäste.\nMöchten Sie früher gehen?'],
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['gbk', chinese],
  ['big5', '隨函附上已簽署的合同以及上一季度的發票，請您查收並確認。'],
  ['euc-kr', '서명된 계약서와 지난 분기의 청구서를 첨부하오니 확인해 주시기 바랍니다.'],
])('reads %s', async (charset, text) => {
  const vetted = await guard.vet(encoded(text, charset), { signal })
  expect(vetted.charset).toBeDefined()
  expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(text)
  expect(vetted.findings).toEqual([])
})

it.each([
  'Họ và tên;Thành phố\nNguyễn Văn Hùng;Đà Nẵng\nTrần Thị Mỹ Duyên;Hà Nội\nLê Hữu Phước;Cần Thơ\n',
  'Name\nNguyễn Thị Hạnh\n',
])('reads the tones of windows-1258 as parts of their letters', async (text) => {
  // As Windows writes it: vowels with their hats in one piece, tones behind them.
  const apart = text
    .normalize('NFD')
    .replaceAll(/([aeouAEOU])([\u0300\u0301\u0303\u0309\u0323]?)([\u0302\u0306\u031b])/g, '$1$3$2')
    .replaceAll(/[aeouAEOU][\u0302\u0306\u031b]/g, (letter) => letter.normalize('NFC'))
  const vetted = await guard.vet(encoded(apart, 'windows-1258'), { signal })
  expect(vetted.charset).toBe('windows-1258')
  expect(decodeText(vetted.bytes, vetted.charset).text).toBe(text)
})

it.each(['City\nMálaga\n', 'City\nAlcalá\n', 'City\nA Coruña\n', 'City\nCantù\n', 'City\nÉvry\n', 'City\nBragança\n'])(
  'takes the only letter beyond ASCII for one of the usual encoding: %j',
  async (text) => {
    const vetted = await guard.vet(encoded(text, 'windows-1252'), { signal })
    expect(vetted.charset).toBe('windows-1252')
  },
)

it.each(['Plzeň; žeň; Zdeněk; něco', 'Niccolò così più però'])('takes %s for no Vietnamese', async (text) => {
  const charset = text.startsWith('P') ? 'windows-1250' : 'windows-1252'
  const vetted = await guard.vet(encoded(text, charset), { signal })
  expect(decodeText(vetted.bytes, vetted.charset).text).toBe(text)
})

it.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('reads %s by its mark', async (charset) => {
  const text = 'Größe 😀, договор'
  const units = Array.from(`\ufeff${text}`)
  const wide = Buffer.alloc(units.length * 4)
  for (const [index, unit] of units.entries()) {
    const code = unit.codePointAt(0) ?? 0
    if (charset === 'utf-32le') wide.writeUInt32LE(code, index * 4)
    else wide.writeUInt32BE(code, index * 4)
  }
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  const bytes = charset.startsWith('utf-32') ? wide : charset === 'utf-16le' ? little : little.swap16()
  const vetted = await guard.vet(bytes, { signal })
  expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(text)
})

it('reads Russian of old Macintoshes, which has its small letters where Windows has them', async () => {
  const vetted = await guard.vet(encoded(russian, 'x-mac-cyrillic'), { signal })
  expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(russian)
})

it('says so where it has to guess, and names what it took', async () => {
  const vetted = await guard.vet(Buffer.from('caf\u00e9', 'latin1'), { signal })
  expect(vetted.charset).toBe('windows-1252')
  expect(vetted.findings).toMatchObject([{ code: 'charset_guessed', message: expect.stringContaining('windows-1252') }])
})

it('reads lists of Japanese names, and takes nothing else for them', async () => {
  const names = '名前,住所\n山田太郎,東京都千代田区\n鈴木花子,大阪府大阪市中央区\n'
  const vetted = await guard.vet(encoded(names, 'shift_jis'), { signal })
  expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(names)
  expect(vetted.findings).toMatchObject([{ code: 'charset_guessed' }])
  // German of DOS: its letters beyond ASCII stand alone.
  const german = Buffer.from(
    'f\u0081r sch\u0094ne Gr\u0081\u00e1e, \u008epfel und \u0099l f\u0081r M\u0081ller',
    'latin1',
  )
  expect((await guard.vet(german, { signal })).charset).not.toBe('shift_jis')
})

describe('without a mark', () => {
  const texts = [
    'Größe 😀, договор',
    '尊敬的王先生：\n我们确认已收到您的一份租赁合同。',
    '안녕하십니까 김 선생님,\n계약을 확인합니다.',
  ]
  const wide = (text: string, write: 'writeUInt32LE' | 'writeUInt32BE'): Buffer => {
    const characters = Array.from(text)
    const bytes = Buffer.alloc(characters.length * 4)
    for (const [index, character] of characters.entries()) bytes[write](character.codePointAt(0) ?? 0, index * 4)
    return bytes
  }

  it.each(texts)('reads UTF-16 and UTF-32: %s', async (text) => {
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const bytes of [little, big, wide(text, 'writeUInt32LE'), wide(text, 'writeUInt32BE')]) {
      const vetted = await guard.vet(bytes, { signal })
      expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(text)
      expect(vetted.findings).toEqual([])
    }
  })

  it('reads ISO-2022-JP by its escapes', async () => {
    const vetted = await guard.vet(Buffer.from('a \u001b$B$3$H\u001b(B b', 'latin1'), { signal })
    expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe('a こと b')
  })

  it('takes numbers of 32 bits for no text', async () => {
    const numbers = Buffer.from(Uint32Array.from({ length: 400 }, (_, index) => index * 3 + 1).buffer)
    expect(guard.identify(numbers)).toBe('unknown')
    expect(guard.identify(Uint8Array.of(1, 0, 0, 0))).toBe('unknown')
  })
})

describe('lists of clients', () => {
  const german = 'Name;Straße;Ort\r\nJürgen Groß;Königsallee 5;Düsseldorf\r\nKäthe Öhler;Äußere Gasse 1;Würzburg\r\n'
  const french = 'Nom;Prénom;Ville\r\nLefèvre;François;Besançon\r\nBéranger;Zoé;Nîmes\r\n'
  const swedish = 'Förnamn;Efternamn\r\nÅsa;Sjöström\r\nGöran;Lindén\r\n'
  const danish = 'Fornavn;By\r\nJørgen Kjær;Næstved\r\nAse Mørk;Hillerød\r\n'
  const polish = 'Imię;Miasto\r\nŁukasz Zając;Łódź\r\nMałgorzata;Gdańsk\r\nStanisław;Świdnica\r\n'
  const czech = 'Jméno;Město\r\nJiří Dvořák;Plzeň\r\nLucie Černá;Třebíč\r\n'
  const hungarian = 'Név;Város\r\nSzabó Győző;Székesfehérvár\r\nTóth Ágnes;Győr\r\n'
  const hebrew = 'Name;City\r\nמשה כהן;תל אביב\r\nדוד לוי;ירושלים\r\nשרה מזרחי;חיפה\r\n'
  const names = '氏名;住所\r\n山田太郎;東京都千代田区\r\n鈴木花子;大阪府大阪市\r\n'
  const russianList = 'Фамилия;Имя;Город\r\nИванов;Сергей;Москва\r\nПетрова;Ольга;Екатеринбург\r\n'
  const greek = 'Όνομα;Επώνυμο;Πόλη\r\nΓιώργος;Παπαδόπουλος;Αθήνα\r\nΕλένη;Νικολάου;Θεσσαλονίκη\r\n'
  const turkish = 'Adı;Soyadı;Şehir\r\nŞule;Yıldırım;İstanbul\r\nÇağrı;Öztürk;Eskişehir\r\n'
  const arabic = 'الاسم;المدينة\r\nمحمد علي;القاهرة\r\nفاطمة حسن;الإسكندرية\r\n'
  const korean = '이름;주소\r\n김철수;서울특별시 강남구\r\n이영희;부산광역시\r\n'
  const chinese = '姓名;地址\r\n王小明;北京市朝阳区建国路\r\n李娜;上海市浦东新区\r\n'

  it.each([
    ['cp437', german],
    ['cp850', german],
    ['macintosh', german],
    ['cp437', french],
    ['cp850', french],
    ['macintosh', french],
    ['cp850', swedish],
    ['macintosh', swedish],
    ['cp850', danish],
    ['windows-1252', danish],
    ['cp852', polish],
    ['windows-1250', polish],
    ['iso-8859-2', polish],
    ['cp852', czech],
    ['windows-1250', czech],
    ['cp852', hungarian],
    ['windows-1255', hebrew],
    ['euc-jp', names],
    ['shift_jis', names],
    ['gbk', chinese],
    ['ibm866', russianList],
    ['windows-1251', russianList],
    ['koi8-r', russianList],
    ['iso-8859-5', russianList],
    ['windows-1253', greek],
    ['iso-8859-7', greek],
    ['windows-1254', turkish],
    ['cp737', greek],
    ['cp857', turkish],
    ['cp862', hebrew],
    ['windows-1256', arabic],
    ['euc-kr', korean],
  ])('are read in %s, though they hold no prose: %j', async (charset, text) => {
    const vetted = await guard.vet(encoded(text, charset), { signal, filename: 'clients.csv' })
    expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(text)
    expect(vetted.type).toBe('csv')
  })

  it.each(['cp850', 'windows-1252'])('are read in %s where one word tells', async (charset) => {
    for (const line of ['Bauer;Lindenstraße 5', 'Groß;Markt 1', 'Meier;Preußenallee 4']) {
      const text = `Name;Anschrift\n${line}\n`
      const vetted = await guard.vet(encoded(text, charset), { signal, filename: 'clients.csv' })
      expect(new TextDecoder(vetted.charset).decode(vetted.bytes)).toBe(text)
    }
  })

  it('in a code page of DOS go on as UTF-8, and say what they were', async () => {
    const vetted = await guard.vet(encoded(german, 'cp850'), { signal })
    expect(vetted.charset).toBe('utf-8')
    expect(vetted.findings).toMatchObject([{ code: 'charset_guessed', message: expect.stringContaining('cp') }])
  })
})
