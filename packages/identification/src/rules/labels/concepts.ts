import type { FieldType } from '@chancery/core'
import { plainVowels } from '../text-index.ts'

/** A thing that names of fields ask for: of which type its values are, and what languages call it. */
interface Concept {
  /** `undefined` of what is done, of which a paper says when, how often and for how much. */
  readonly type: FieldType | undefined
  /** Folded words in en, de, fr, es, it, nl, pt, pl, each of which may stand for any other. */
  readonly words: ReadonlySet<string>
}

const concept = (type: FieldType | undefined, words: string): Concept => ({
  type,
  words: new Set(words.split(' ').map(plainVowels)),
})

/** The one table of what words of names mean. A word is in one concept only. */
export const concepts: readonly Concept[] = [
  concept(
    'money',
    'salary wage wages pay gehalt lohn bruttogehalt bruttolohn monatsgehalt salaire remuneration sueldo retribucion stipendio retribuzione salaris loon brutoloon ordenado wynagrodzenie pensja',
  ),
  concept(
    'money',
    'bonus gratification sonderzahlung weihnachtsgeld urlaubsgeld prime gratifica toeslag vakantiegeld kerstgratificatie premia',
  ),
  concept(
    'money',
    'rent miete mietzins grundmiete kaltmiete loyer renta alquiler canone affitto pigione huur huurprijs aluguel renda czynsz',
  ),
  concept(
    'money',
    'nebenkosten betriebskosten nebenkostenvorauszahlung betriebskostenvorauszahlung servicekosten charges servicecharge',
  ),
  concept(
    'money',
    'deposit kaution mietkaution caution fianza deposito cauzione borg borgsom waarborgsom caucao kaucja',
  ),
  concept(
    'money',
    'downpayment anzahlung acompte arrhes anticipo arras senal caparra acconto aanbetaling sinal zaliczka',
  ),
  concept(
    'money',
    'loan darlehen darlehensbetrag darlehenssumme kredit kreditbetrag pret emprunt prestamo credito prestito mutuo lening hoofdsom leenbedrag emprestimo mutuario pozyczka kredyt',
  ),
  concept('money', 'instalment installment monatsrate mensualite cuota mensualidad termijnbedrag aflossing prestacao'),
  concept('money', 'capital kapital stammkapital grundkapital capitale kapitaal'),
  concept(
    'money',
    'damage damages schaden sachschaden schadenshohe schadensumme dommage dommages danos danni danno schade schadebedrag prejuizo szkoda',
  ),
  concept(
    'money',
    'fine penalty boete bussgeld verwarnungsgeld geldbusse vertragsstrafe amende penalite multa sancion sanzione penale contravvenzione kara',
  ),
  concept(
    'money',
    'excess deductible selbstbeteiligung selbstbehalt franchise franquicia franchigia eigenrisico franquia',
  ),
  concept(
    'money',
    'compensation settlement entschadigung abfindung schmerzensgeld indemnite indemnizacion indennita indennizzo risarcimento vergoeding schadevergoeding indemnizacao odszkodowanie',
  ),
  concept('money', 'premium versicherungspramie pramie jahrespramie beitrag cotisation prima premio premie'),
  concept(
    'money',
    'refund erstattung ruckerstattung ruckzahlung remboursement reembolso devolucion rimborso terugbetaling zwrot',
  ),
  concept('money', 'balance saldo restschuld kontostand solde guthaben'),
  concept('money', 'budget haushalt begroting budzet'),
  concept(
    'money',
    'expenses disbursements auslagen spesen ausgaben debours depenses gastos spese uitgaven onkosten despesas wydatki',
  ),
  concept(
    'money',
    'fee fees honorar gebuhr gebuhren verwaltungsgebuhr frais honoraires honorarios tarifa onorario compenso honorarium tarief taxa oplata',
  ),
  concept('money', 'cost costs kosten cout couts coste costes costo costi custo custos koszt koszty'),
  concept('money', 'legacy bequest vermachtnis legs legado lascito legato legaat zapis'),
  concept('money', 'dividend dividende dividendo dywidenda'),
  concept('money', 'levy derrama umlage sonderumlage'),
  concept('money', 'turnover revenue umsatz erlos facturation facturacion fatturato omzet faturacao przychod'),
  concept('money', 'profit gewinn jahresuberschuss benefice beneficio utile winst lucro zysk'),
  concept('money', 'labour labor arbeitslohn arbeitskosten montagekosten manodopera arbeidsloon'),
  concept('money', 'indemnity allowance zuschuss zulage subvention subsidy subvencion sovvenzione subsidie subsidio'),
  concept('date', 'deadline stichtag falligkeit echeance vencimiento scadenza vervaldag vencimento'),
  concept('duration', 'probation probezeit periodedessai proeftijd'),
  concept('duration', 'guarantee warranty gewahrleistung garantie garantia garanzia gwarancja'),
  concept('duration', 'frist bindefrist zahlungsfrist delai plazo termijn termine prazo'),
  concept(
    'duration',
    'validity gultigkeit gultigkeitsdauer validite validez validita geldigheid geldigheidsduur valid acceptance gultig valable valido valida geldig waznosc',
  ),
  concept('duration', 'notice preavis preaviso preavviso opzegtermijn kundigungsfrist'),
  concept(
    'person',
    'testator testatrix erblasser erblasserin testateur testatrice testador testadora testatore erflater erflaatster spadkodawca',
  ),
  concept(
    'person',
    'executor executrix testamentsvollstrecker testamentsvollstreckerin executeur executrice albacea esecutore testamentario executeurtestamentair wykonawca',
  ),
  concept('person', 'ersatzbevollmachtigter ersatzbevollmachtigte'),
  concept('person', 'guardian vormund betreuer betreuerin tuteur tutrice tutor tutora tutore voogd opiekun'),
  concept(
    'person',
    'chair chairman chairwoman chairperson vorsitz vorsitzender vorsitzende versammlungsleiter versammlungsleiterin sitzungsleitung president presidente presidenta voorzitter przewodniczacy prezes',
  ),
  concept(
    'person',
    'secretary clerk schriftfuhrer schriftfuhrerin protokollfuhrer protokollfuhrerin secretaire secretario secretaria segretario segretaria secretaris notulist sekretarz',
  ),
  concept(
    'person',
    'manager supervisor superior vorgesetzter vorgesetzte superieur superieure responsable jefe jefa supervisora responsabile leidinggevende manageur chefe kierownik przelozony',
  ),
  concept('person', 'doctor physician arzt arztin medecin medico medica dottore dottoressa arts huisarts medic lekarz'),
  concept('person', 'patient patientin patiente paciente paziente pacjent'),
  concept('person', 'driver fahrer fahrerin conducteur chauffeur conductor conducente autista bestuurder kierowca'),
  concept(
    'person',
    'injured geschadigter geschadigte verletzter victime perjudicado danneggiato benadeelde slachtoffer poszkodowany',
  ),
  concept(
    'person',
    'estimator surveyor assessor gutachter gutachterin sachverstandiger expert perito perita esperto deskundige taxateur rzeczoznawca',
  ),
  concept('person', 'officer beamter beamtin polizist agent agente verbalisant'),
  concept(
    'person',
    'shareholder aktionar aktionarin gesellschafter gesellschafterin actionnaire accionista azionista aandeelhouder acionista akcjonariusz',
  ),
  concept('person', 'payer spender spenderin donateur donatrice donante donatore doador doadora begiftiger darczynca'),
  concept('person', 'notary notar notarin notaire notario notaio notaris notariusz'),
  concept(
    'person',
    'heir beneficiary erbe erbin heritier heritiere beneficiaire heredero heredera beneficiario erede erfgenaam begunstigde herdeiro spadkobierca',
  ),
  concept(
    'organization',
    'carrier haulier spedition frachtfuhrer transporteur transportista vettore corriere vervoerder transportador przewoznik',
  ),
  concept(
    'organization',
    'authority office behorde dienststelle amt administration autorite autoridad organismo autorita ufficio instantie autoridade urzad',
  ),
  concept(
    'organization',
    'establishment etablissement einrichtung establecimiento stabilimento istituto instelling estabelecimento placowka',
  ),
  concept('organization', 'hospital krankenhaus klinik hopital clinique clinica ospedale ziekenhuis szpital'),
  concept(
    'organization',
    'contractor auftragnehmer prestataire contratista appaltatore aannemer empreiteiro wykonawcarobot',
  ),
  concept('text', 'profession occupation beruf metier profesion oficio professione mestiere beroep profissao zawod'),
  concept('address', 'seat siege sede zetel sitz hauptsitz firmensitz headquarters siedziba'),
  concept(
    'text',
    'quote quotation estimate offer angebot kostenvoranschlag offerte devis presupuesto preventivo offerta orcamento oferta',
  ),
  concept('text', 'birthplace geburtsort lugarnacimiento geboorteplaats naturalidade'),
  concept('person', 'guest gaste hote huesped ospite hospede gosc'),
  concept(
    'party',
    'creditor glaubiger glaubigerin creancier creanciere acreedor acreedora creditore creditrice schuldeiser credor credora wierzyciel',
  ),
  concept(
    'party',
    'debtor schuldner schuldnerin debiteur debitrice deudor deudora debitore schuldenaar devedor devedora dluznik',
  ),
  concept(
    'organization',
    'school schule gymnasium grundschule realschule gesamtschule ecole lycee escuela colegio scuola liceo basisschool escola szkola liceum',
  ),
  concept('integer', 'vote votes stimme stimmen voix voto votos voti votan votano stemmen glos glosy glosow'),
  concept('identifier', 'plate numberplate nummernschild immatriculation matricula targa kenteken'),
  concept(
    'person',
    'mayor burgermeister burgermeisterin maire alcalde alcaldesa sindaco sindaca burgemeester burmistrz wojt',
  ),
  concept(
    undefined,
    'flat apartment house property dwelling wohnung haus immobilie appartement logement maison immeuble piso vivienda inmueble immobile appartamento abitazione woning mieszkanie mieszkania lokal imovel apartamento',
  ),
  concept(undefined, 'garage parking stellplatz tiefgarage garaje plazadegaraje autorimessa parkeerplaats garagem'),
  // What is done: nouns and verbs, which a name and a sentence may have the one for the other.
  concept(
    'date',
    'begin begins beginning began start starts started commencement commence anfang anfangen debut commencer inicio comienzo comenzar empezar iniciar inizio iniziare aanvang aanvangen beginnen comecar poczatek rozpoczecie rozpocznie',
  ),
  concept(
    'date',
    'finish finished completion completed complete fertigstellung fertiggestellt abschluss abgeschlossen acheve achevement achever fin finalizacion finalizar terminacion ultimazione completamento ultimare oplevering opgeleverd voltooiing voltooid conclusao concluir zakonczenie ukonczenie zakonczone',
  ),
  concept(
    undefined,
    'payment paid payable zahlung zahlen zahlbar bezahlung bezahlen uberweisen uberweisung begleichen paiement payable reglement regler versement verser pago pagar pagadero abono abonar ingreso pagamento pagare versamento versare bonifico betaling betalen overmaken zaplata zaplaty zaplacic wplata wplacic platnosc przelew',
  ),
  concept(
    undefined,
    'arrival arrive ankunft ankommen anreise eintreffen arrivee arriver llegada llegar arrivo arrivare aankomst aankomen chegada chegar przyjazd przybycie',
  ),
  concept(
    undefined,
    'departure depart departs leaves abfahrt abfahren abreise abreisen depart partir salida salir partenza partire vertrek vertrekken partida wyjazd odjazd',
  ),
  concept(
    undefined,
    'return returned returns ruckgabe zuruckgeben rucksendung rucksende zurucksenden zuruck ruckkehr ruckreise retour retourner restitution restituer renvoi renvoyer regreso vuelta restituzione restituire riconsegna riconsegnare ritorno rientro terug teruggave retourneren inleveren terugkeer regresso powrot',
  ),
  concept(
    undefined,
    'delivery deliver handover ubergabe ubergeben lieferung liefern livraison livrer remise entrega entregar consegna consegnare levering leveren dostawa dostarczyc przekazanie',
  ),
  concept(
    undefined,
    'purchase bought kauf kaufen gekauft achat acheter compra comprar acquisto acquistare aankoop gekocht zakup kupno',
  ),
  concept(
    undefined,
    'cancellation cancel cancelled canceled kundigung kundigen stornierung stornieren storno annulation annuler resiliation resilier cancelacion cancelar anulacion rescision cancellazione annullamento disdetta recesso opzegging opzeggen annulering annuleren cancelamento rescisao desistencia wypowiedzenie odstapienie rezygnacja',
  ),
  concept(
    undefined,
    'objection object widerspruch widersprechen einspruch opposition recours contestation recurso impugnacion alegaciones opposizione ricorso bezwaar impugnacao reclamacao sprzeciw odwolanie',
  ),
  concept(
    undefined,
    'membership joined mitgliedschaft beitritt adhesion adherent adherente afiliacion socio socia adesione iscritto iscritta lidmaatschap adesao czlonkostwo czlonkostwa czlonek czlonkiem czlonkini',
  ),
  concept(
    undefined,
    'increase increases raise erhohung erhohen anhebung anheben augmentation augmenter hausse incremento subida aumento aumentare verhoging verhogen omhoog huurverhoging stijging podwyzka wzrost',
  ),
  concept(
    undefined,
    'journey trip travel reise reisen fahrt fahrten voyage viaje excursion viaggio gita reis reizen viagem podroz wycieczka',
  ),
  concept(undefined, 'stay aufenthalt sejour estancia soggiorno verblijf estadia pobyt'),
  concept(
    undefined,
    'attendee attendees attended attendance anwesend anwesende anwesenden teilnehmer teilnehmerin teilnehmende presents participants asistente asistentes asistir asisten presenti intervenuti partecipanti aanwezig aanwezigen deelnemers participantes obecni uczestnicy',
  ),
  concept(
    undefined,
    'theft stolen burglary diebstahl gestohlen einbruch derobe cambriolage robo hurto robado furto rubato diefstal gestolen inbraak roubo furtado kradziez skradziono wlamanie',
  ),
  concept(
    undefined,
    'accident crash collision unfall zusammenstoss accidente colision incidente sinistro ongeval aanrijding acidente wypadek kolizja',
  ),
  concept(
    undefined,
    'works work arbeiten bauarbeiten bau travaux chantier obra obras lavori werkzaamheden roboty prace',
  ),
  concept(
    undefined,
    'repair repairs reparatur reparieren reparation reparer reparacion reparar riparazione riparare reparatie repareren reparacao naprawa naprawic',
  ),
]

const conceptOf = new Map(concepts.flatMap((one) => [...one.words].map((word) => [word, one] as const)))

/** Last parts of Germanic compounds, which say of which type the values of the whole are. */
const tails: readonly (readonly [type: FieldType, words: string])[] = [
  [
    'money',
    'geld betrag kosten gebuhr gebuhren preis wert gehalt lohn miete pramie beitrag steuer schaden darlehen kapital summe saldo zulage entgelt bedrag tarief prijs waarde loon huur vergoeding premie belasting belopp avgift pris stundensatz tagessatz uurtarief dagtarief',
  ],
  ['date', 'datum termin tag beginn ende dato dag'],
  ['duration', 'frist dauer laufzeit probezeit termijn duur looptijd'],
  ['percent', 'satz zinssatz prozentsatz quote percentage'],
  ['number', 'stunden'],
  ['integer', 'tage'],
  ['identifier', 'nummer kennzeichen zeichen kenmerk'],
  ['address', 'adresse anschrift adres'],
]
const typeOfTail = new Map(tails.flatMap(([type, words]) => words.split(' ').map((word) => [word, type] as const)))
const leastTail = 3
const leastHead = 4

/** The last parts of compounds that say only of which type a value is: of `Entsorgungskosten` the `kosten`. */
export const isTailOf = (type: FieldType, word: string): boolean => typeOfTail.get(plainVowels(word)) === type

/** Things of these types end longer words: `brutosalaris`, `Monatsmiete`. */
const joinable: ReadonlySet<FieldType | undefined> = new Set(['money', 'date', 'duration'])
const leastThing = 5

/** What makes several of a thing. */
const plural = /(?:es|en|s|n|e|i)$/u
function conceptAt(word: string): Concept | undefined {
  const plain = plainVowels(word)
  return conceptOf.get(plain) ?? conceptOf.get(plain.replace(plural, '')) ?? conceptOf.get(plain.replace(/s$/u, ''))
}

/** Of which type the values of a thing are, by a folded word for it, or by the last part of one: `weihnachtsgeld`. */
export function typeOfThing(word: string): FieldType | undefined {
  const plain = plainVowels(word)
  const known = conceptAt(word)?.type ?? typeOfTail.get(plain)
  if (known) return known
  for (let at = leastHead; at <= plain.length - leastTail; at += 1) {
    const tail = plain.slice(at)
    const type = typeOfTail.get(tail) ?? (tail.length >= leastThing ? conceptOf.get(tail)?.type : undefined)
    if (type && (joinable.has(type) || typeOfTail.has(tail))) return type
  }
  return undefined
}

const none: ReadonlySet<string> = new Set()
/** What else a thing is called, in any language. */
export const synonymsOf = (word: string): ReadonlySet<string> => conceptAt(word)?.words ?? none
