/** What spreadsheets call their functions in German, French, Spanish, Italian, Portuguese and Dutch, by the English name. */
const named: Readonly<Record<string, string>> = {
  if: 'wenn si se als',
  iferror: 'wennfehler sierreur',
  sum: 'summe somme suma somma soma som',
  average: 'mittelwert moyenne promedio media média gemiddelde',
  count: 'anzahl anzahl2 nb nbval contar contara aantal aantalarg',
  min: 'mín',
  max: 'máx',
  round: 'runden arrondi redondear arrotonda arred afronden',
  floor: 'abrunden arrondiinf',
  ceiling: 'aufrunden arrondisup',
  abs: 'absolut',
  today: 'heute aujourdhui hoy oggi hoje vandaag',
  now: 'jetzt maintenant ahora adesso agora nu',
  concatenate: 'verketten textkette concatener concatenar concatena tekstsamenvoegen',
  textjoin: 'textverketten joindretexte unircadenas',
  text: 'texte texto testo tekst',
  upper: 'gross majuscule mayusc maiusc maiúscula hoofdletters',
  lower: 'klein minuscule minusc minúscula kleineletters',
  proper: 'gross2 nompropre nompropio beginletters',
  trim: 'glätten supprespace espacios annullaspazi arrumar spaties',
  left: 'links gauche izquierda sinistra esquerda',
  len: 'länge nbcar largo lunghezza núm lengte',
  year: 'jahr annee año anno ano jaar',
  month: 'monat mois mes mese mês maand',
  day: 'tag jour dia día giorno dag',
  weekday: 'wochentag joursem diasem giornosettimana',
  edate: 'edatum moisdecaler fechames datamese',
  eomonth: 'monatsende finmois finemese laatstedag',
  workday: 'arbeitstag serie diatrab diatrabalho werkdag',
  substitute: 'wechseln substitue sustituir sostituisci substituir substitueren',
}

const byName = new Map(
  Object.entries(named).flatMap(([name, words]) => words.split(' ').map((word): [string, string] => [word, name])),
)

/** The function of a spreadsheet by its English name: `SUM` of `SUMME`; any other name as it is. */
export const functionInEnglish = (name: string): string => byName.get(name.toLowerCase()) ?? name
