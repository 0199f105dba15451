import { fold } from '../text-index.ts'

/** One to twelve, and the tens that terms are stated in: en | de | fr | es | it | pt | nl | sv | da | nb | pl. */
const names: readonly (readonly [number, string])[] = [
  [1, 'one a an ein eine einem einen eines einer un une uno una um uma een ett jeden jedna jedno'],
  [2, 'two zwei deux dos due dois duas twee två dwa dwie'],
  [3, 'three drei trois tres tre três drie trzy'],
  [4, 'four vier quatre cuatro quattro quatro fyra fire cztery'],
  [5, 'five fünf cinq cinco cinque vijf fem pięć'],
  [6, 'six sechs seis sei zes sex seks sześć'],
  [7, 'seven sieben sept siete sette sete zeven sju syv siedem'],
  [8, 'eight acht huit ocho otto oito åtta otte åtte osiem'],
  [9, 'nine neun neuf nueve nove negen nio dziewięć'],
  [10, 'ten zehn dix diez dieci dez tien tio dziesięć'],
  [11, 'eleven elf onze once undici'],
  [12, 'twelve zwölf douze doce dodici doze twaalf tolv dwanaście'],
  [13, 'thirteen dreizehn treize trece tredici treze dertien'],
  [14, 'fourteen vierzehn quatorze catorce quattordici catorze veertien fjorton fjorten czternaście'],
  [15, 'fifteen fünfzehn quinze quince quindici vijftien femton femten piętnaście'],
  [16, 'sixteen sechzehn seize dieciséis sedici dezasseis dezesseis zestien'],
  [18, 'eighteen achtzehn dieciocho diciotto dezoito achttien arton atten osiemnaście'],
  [20, 'twenty zwanzig vingt veinte venti vinte twintig tjugo tyve dwadzieścia'],
  [21, 'einundzwanzig veintiún veintiuno ventuno eenentwintig'],
  [24, 'vierundzwanzig veinticuatro ventiquattro vierentwintig'],
  [28, 'achtundzwanzig veintiocho ventotto achtentwintig'],
  [30, 'thirty dreißig dreissig trente treinta trenta trinta dertig trettio tredive trzydzieści'],
  [36, 'sechsunddreißig'],
  [40, 'forty vierzig quarante cuarenta quaranta quarenta veertig'],
  [45, 'fünfundvierzig quarantacinque vijfenveertig'],
  [48, 'achtundvierzig quarantotto achtenveertig'],
  [50, 'fifty fünfzig cinquante cincuenta cinquanta cinquenta vijftig'],
  [60, 'sixty sechzig soixante sesenta sessanta sessenta zestig sextio sześćdziesiąt'],
  [90, 'ninety neunzig noventa novanta negentig nittio dziewięćdziesiąt'],
]

/** Folded number word -> its value. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  names.flatMap(([value, words]) => words.split(' ').map((word) => [fold(word), value] as const)),
)
