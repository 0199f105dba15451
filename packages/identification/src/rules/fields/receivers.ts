/** Roles of whom papers are sent to, folded: en, de, fr, es, it, pt, nl, pl, sv, da. */
export const receivers: readonly string[] =
  'applicant guest consignee customer client insured policyholder tenant lessee patient student pupil member taxpayer recipient addressee subscriber debtor buyer purchaser antragsteller gast kunde kundin mieter patient schuler mitglied empfanger versicherungsnehmer steuerpflichtiger schuldner kaufer bescheidempfanger demandeur locataire assure destinataire abonne adherent contribuable debiteur acheteur solicitante cliente inquilino arrendatario asegurado destinatario contribuyente deudor abonado comprador richiedente conduttore inquilino assicurato contribuente debitore acquirente intestatario requerente arrendatario segurado aanvrager klant huurder verzekerde ontvanger geadresseerde belastingplichtige wnioskodawca najemca odbiorca klient sokande kund mottagare modtager ansoger'.split(
    ' ',
  )
