/**
 * Words of names of studios and people that are everyday words of a sheet as well; alone they name nobody.
 * Without case and accents.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [
    'studio studios atelier ateliers design designs designer designers agency agence bureau office group groupe',
    'company collective collectif workshop works lab labs laboratory architects architect architecture architectes',
    'architecte interior interiors product products industrial creative creation creations culture house home maison',
    'school ecole university universite institute college academy academie museum gallery fondation foundation',
    'paris london lyon milan tokyo berlin shanghai beijing france europe international global world city urban',
    'light lumiere wood bois stone pierre glass verre steel acier paper papier white blanc black noir green vert',
    'blue bleu brown gray grey rose red rouge gold silver field fields river forest garden jardin park bridge hill',
    'lake snow rain wind summer winter spring long short young strong love king baker cook smith page bell cross',
    'table chair lamp chaise lampe good bright power water energy earth nature human life people partners associates',
    'sons brothers freres and the for with avec dans pour les des une our your new nouvelle nouveau future project',
    'projet systems system digital media print type form forme line space espace object objet art arts craft made',
    'http https html index about work contact info hello mail office team press news blog shop admin sales',
    'example limited none student etudiant etudiante independent independant freelance private public',
  ].flatMap((line) => line.split(' ')),
)
