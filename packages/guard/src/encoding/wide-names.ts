const japanese = new Set(
  '氏名前住所電話番号生年月日会社株式有限部署役職郵便都道府県市区町村丁目京東大阪北海名古屋横浜神戸福岡川山田中村小林木本井口野原島崎高橋佐藤鈴伊渡辺加吉松清水斎坂石長谷森池橋阿久保和田上下内宮岩河西南新青千代葉玉広沢杉平今金竹太郎一二三次子美花恵智誠健優翔直弘明正雄夫男幸子裕香奈由紀真彦之助様の',
)

/**
 * The characters of which names, addresses, companies and headings of lists are mostly made, by the encodings that have
 * them. Prose is told by other characters, which such lists lack.
 */
const usual: readonly (readonly [charset: string, characters: ReadonlySet<string>])[] = [
  // Japanese has two encodings.
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  [
    'gb18030',
    new Set(
      '姓名地址电话手机邮箱编号公司客户部门职务省市区县路街号楼室镇村北京上海广州深圳天津重庆成都杭州南武汉苏西安东江山河湖建国人民中华新华王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕小明伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀兰霞平刚桂英有限责任股份',
    ),
  ],
  [
    'big5',
    new Set(
      '姓名地址電話手機郵件編號公司客戶部門職稱縣市區鄉鎮路街號樓室巷弄段台北中南高雄新竹桃園基隆嘉義臺香港九龍中山民生忠孝信義仁愛和平王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓許鄧蔡葉蘇賴廖洪邱曾小明偉芳娜敏靜麗強軍洋勇傑娟淑惠美玲雅婷志豪家豪建宏俊怡君有限股份',
    ),
  ],
  [
    'euc-kr',
    new Set(
      '이름주소전화번호성명회사고객부서직급우편생년월일연락처메휴대폰서울특별시부산대구인천광주대전울산경기도강원충청북남전라상제주구군읍면동로길김박최정강조윤장임한오서신권황안송류홍민준지현수영호진희철은경미숙혜선아연우성재승하나주식회사',
    ),
  ],
]

const fewest = 4
const enough = 0.6
const ahead = 0.15

/**
 * The East Asian encoding in which bytes are a list of names and addresses, by the characters that such lists are made of;
 * `undefined` where they are none in any, or in more than one.
 */
export function wideNamesEncoding(sample: Uint8Array): string | undefined {
  const scored = usual
    .map(([charset, characters]) => ({ charset, share: shareOf(sample, charset, characters) }))
    .sort((a, b) => b.share - a.share)
  const [best, next] = scored
  if (best === undefined || best.share < enough || best.share - (next?.share ?? 0) < ahead) return undefined
  return best.charset
}

/** The share of usual characters among those beyond Latin; 0 where bytes are left over, or too few are there. */
function shareOf(sample: Uint8Array, charset: string, characters: ReadonlySet<string>): number {
  // A cut at the end of the sample breaks one character.
  const text = new TextDecoder(charset).decode(sample).replace(/\ufffd$/, '')
  if (text.includes('\ufffd')) return 0
  let wide = 0
  let hits = 0
  for (const character of text) {
    // Kana and signs of two bytes are neither: many encodings have them at the same place.
    if (character < '\u3400' || (character >= '\uf000' && character <= '\uffff')) {
      if (character >= '\u0080' && character < '\u3000') wide++
      continue
    }
    wide++
    if (characters.has(character)) hits++
  }
  return hits < fewest ? 0 : hits / wide
}
