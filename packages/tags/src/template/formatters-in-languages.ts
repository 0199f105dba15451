/** What people of other languages call a formatter, folded: German, French, Spanish, Italian, Portuguese, Dutch. */
const named: Readonly<Record<string, string>> = {
  upper:
    'gross grossbuchstaben majuscule majuscules mayuscula mayusculas maiuscolo maiuscole maiuscula maiusculas hoofdletters',
  lower: 'klein kleinbuchstaben minuscule minuscules minuscula minusculas minuscolo minuscole kleineletters',
  date: 'datum fecha data',
  time: 'uhrzeit zeit heure hora ora tijd',
  number: 'zahl nombre numero nummer getal',
  currency: 'wahrung waehrung betrag devise monnaie montant moneda importe valuta importo moeda valor bedrag euro',
  percent: 'prozent pourcent pourcentage porcentaje porciento percentuale porcentagem procent',
  words: 'inworten worte enlettres lettres enletras letras inlettere lettere porextenso extenso inwoorden woorden',
  sum: 'summe somme suma somma soma som',
  count: 'anzahl compte conteo contar conta contagem aantal',
  avg: 'durchschnitt mittelwert moyenne promedio media gemiddelde',
  round: 'runden arrondi redondear arrotonda arredondar afronden',
  join: 'verbinden joindre unir unisci juntar samenvoegen',
  list: 'aufzahlung liste lista elenco lijst',
  default:
    'standard pardefaut defecto predefinito padrao standaard sonst ersatzweise sinon sino altrimenti senao anders',
  image: 'bild imagen immagine imagem afbeelding',
  year: 'jahr annee anno ano jaar',
  ordinal: 'ordnungszahl',
  age: 'alter lebensalter edad eta idade leeftijd',
  week: 'woche kalenderwoche semaine semana settimana',
  quarter: 'quartal trimestre kwartaal',
  duration: 'dauer duree duracion durata duracao duur',
  sort: 'sortieren sortiert trier trie ordenar ordenado ordinare sorteren',
  filter: 'filtern gefiltert filtrer filtrar filtrare',
  phone: 'telefon telephone telefono telefone telefoon',
  replace: 'ersetzen remplacer reemplazar sostituire substituir vervangen',
  link: 'verweis lien enlace collegamento',
  table: 'tabelle tableau tabla tabella tabela tabel',
}
const byName = new Map(
  Object.entries(named).flatMap(([name, words]) => words.split(' ').map((word): [string, string] => [word, name])),
)

/** The formatter that a word of another language stands for. */
export const formatterInLanguages = (word: string): string | undefined =>
  byName.get(
    word
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll('ß', 'ss')
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, ''),
  )
