import { fold } from '../text-index.ts'

/** Common given names of the seven languages; names that are common words as well are left out. */
export const givenNames: ReadonlySet<string> = new Set(
  (
    'james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony donald steven paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory alexander patrick frank raymond jack dennis jerry tyler aaron jose adam nathan henry douglas zachary peter kyle walter harold jeremy ethan carl keith roger gerald ' +
    'mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa sara madison frances kathryn janice jean alice ' +
    'hans klaus jürgen wolfgang stefan andreas matthias markus sebastian tobias florian jan felix lukas jonas max maximilian moritz heinrich friedrich karl otto günther uwe dieter werner helmut gerhard manfred bernd ulrich rainer holger torsten sven jens lars ursula monika petra sabine gabriele birgit heike anja katja claudia susanne brigitte renate ingrid erika greta lena lea mia sophie johanna katharina erik franz ludwig ' +
    'jean pierre jacques michel philippe alain nicolas françois laurent christophe olivier thierry frédéric guillaume antoine mathieu julien luc marc louis étienne marie nathalie isabelle sylvie valérie sandrine céline aurélie camille chloé manon élodie amélie hélène claire françoise monique ' +
    'josé juan luis carlos francisco javier antonio manuel miguel jesús pedro ángel alejandro fernando pablo sergio jorge alberto rafael diego raúl ramón andrés enrique carmen josefa isabel dolores pilar ana lucía elena rosa cristina marta paula raquel beatriz silvia ' +
    'giuseppe giovanni mario luigi marco francesco andrea alessandro stefano paolo roberto luca giorgio matteo lorenzo davide simone federico salvatore vincenzo giulia francesca chiara alessandra valentina elisa silvia paola giovanna ' +
    'joão antónio luís paulo rui tiago nuno ricardo bruno miguel gonçalo inês catarina mariana sofia joana margarida fernanda juliana ' +
    'johan pieter willem hendrik cornelis jeroen bas sander maarten thijs daan sanne femke anouk marieke ingrid annelies wouter koen ' +
    'mohammed muhammad ahmed ali omar hassan fatima aisha wei ming li priya raj amit sanjay yuki hiroshi kenji olga ivan dmitri sergei natalia svetlana piotr katarzyna anders björn ingmar astrid mikael'
  )
    .split(' ')
    .map(fold),
)
