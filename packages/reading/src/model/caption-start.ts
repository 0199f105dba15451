const words =
  String.raw`fig(?:ure|\.|ura)?|table|tab\.|tabelle|abb(?:ildung|\.)|tableau|tabla|tabella|tabela|figuur|tabel|` +
  String.raw`chart|graph|exhibit|diagram|grafik|schéma|gráfico|рис(?:унок|\.)|таблица|図|表|图`
const number = String.raw`(?:${words})\s{0,2}\d{1,3}(?:[.-]\d{1,3})*`

/** "Table 1: Rents" */
export const captionStart = new RegExp(String.raw`^${number}(?:\s*[.:–—-](?:\s|$)|\s{1,4}[^\s)]|$)`, 'iu')

/** "Table 1", as all that there is. */
export const captionNumber = new RegExp(String.raw`^${number}\.?$`, 'iu')
