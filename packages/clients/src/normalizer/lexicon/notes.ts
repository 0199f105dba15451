export const notes: readonly string[] = [
  'note|comment|comments|remarks|notiz|notizen|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|remarques',
  'commentaire|commentaires|notas|observaciones|comentarios|note aggiuntive|commenti|observações|opmerkingen',
  'opmerking|notities|uwagi|memo|description|remark|note interne|annotazioni|osservazioni|anotaciones|notiz feld',
  'notatki|poznámka|poznámky|anteckningar|bemærkninger|general notes|interne notiz|informations complémentaires',
  'anotações',
  'huomautus|huomautukset|muistiinpanot|lisätiedot|kommentti|huom|muistio|lisätieto',
  'megjegyzés|megjegyzések|jegyzet|jegyzetek',
  'not|notlar|açıklama|açıklamalar|notlarım',
  'примечание|примечания|комментарий|заметки|заметка|дополнительно',
  '備考|メモ|コメント|備考欄|特記事項|ノート',
  'details|observations|opis|rem|rmks|comm|cmt|cmnt|notes comments|bem|anm|obs',
]
