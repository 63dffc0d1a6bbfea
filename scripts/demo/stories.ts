import type { Family } from '../../src/web/ui/dyes.ts'

/** A post of the sample world: who writes, how many hours ago, and who answers what. */
export type SampleStory = {
  by: string
  hoursAgo: number
  text: string
  /** A picture of cloth in this family of dyes. */
  cloth?: Family
  comments?: readonly (readonly [by: string, text: string])[]
}

/** `@key` is replaced by the member's handle. */
export const SAMPLE_STORIES: readonly SampleStory[] = [
  {
    by: 'folake',
    hoursAgo: 1,
    text: 'Ẹ kú iṣẹ́ to everyone who joined the aṣọ òkè session last night. Forty of us, nine time zones, one loom. The recording goes up on Friday with the threading notes. #StripCloth',
    cloth: 'indigo',
    comments: [
      ['amara', 'I finally understand tension. My first strip is crooked and I love it.'],
      ['aissatou', 'Merci ! Ma fille a regardé jusqu’au bout.'],
      ['danjuma', 'Na gode. Kano sends indigo.'],
    ],
  },
  {
    by: 'joaquin',
    hoursAgo: 3,
    text: 'Ensayo abierto esta tarde en Quibdó, 6 p. m. hora local. Si nos ven desde afuera, cuenten desde dónde. #MarimbaLibre',
    comments: [
      ['luana', 'De Salvador, com o café na mão.'],
      ['rui', 'Lisboa presente. Levo o teclado.'],
    ],
  },
  {
    by: 'amara',
    hoursAgo: 5,
    text: 'Grandma’s quilt, block by block. She cut it from work shirts and one church dress, and she never measured anything twice. Photographing all 56 this week. If you know this pattern by another name, tell me. #QuiltBacks',
    cloth: 'sorrel',
    comments: [
      ['deandre', 'My great-aunt in Alabama called it Housetop.'],
      ['esi', 'Please label every photo. Future you says thanks.'],
      ['folake', 'The back is the diary.'],
    ],
  },
  {
    by: 'selam',
    hoursAgo: 7,
    text: 'ዛሬ ‹ሠ› ን ጨረስኩ። ነገ ‹ረ›። One family of letters a day until the new year. #FidelEveryDay',
    cloth: 'palm',
  },
  {
    by: 'thandeka',
    hoursAgo: 8,
    text: 'Beginners, this one is for you: eight counts, slowly, then the full set. Wear socks. Your neighbours will thank me. #AmapianoNights',
    comments: [
      ['malik', 'Socks on. Rotterdam is ready.'],
      ['nomvula', 'Siyabonga Thandeka!'],
      ['tomasi', 'It is 4 in the morning in Suva and I am dancing.'],
    ],
  },
  {
    by: 'adaeze',
    hoursAgo: 10,
    text: 'Three aunties, three recipes for egusi, one pot. I filmed the argument. #DiasporaKitchen',
    comments: [
      ['shanice', 'Mi seh, who won?'],
      ['adaeze', 'The one with the spoon.'],
    ],
  },
  {
    by: 'marieange',
    hoursAgo: 12,
    text: 'Lanmè a pa janm bliye non moun ki janbe l. Mwen menm tou. #KreyòlPoetry',
    comments: [
      ['camille', 'Je le lis à voix haute dans le métro.'],
      ['ines', 'Bunitu.'],
    ],
  },
  {
    by: 'shanice',
    hoursAgo: 14,
    text: 'Found the box from 1986 in mi father shed. Half of it warp, half of it gold. Playing the gold half Saturday. #DancehallArchive #AmapianoNights',
    cloth: 'marigold',
  },
  {
    by: 'luana',
    hoursAgo: 16,
    text: 'Terminei a Ladeira do Carmo. Faltam 112 casas. #SalvadorCasaPorCasa',
    cloth: 'clay',
    comments: [
      ['graca', 'Quero ver todas juntas um dia.'],
      ['joaquin', 'Qué azul ese.'],
    ],
  },
  {
    by: 'nadia',
    hoursAgo: 18,
    text: 'النيل الأزرق يلتقي بالأبيض عند المقرن. كتبتهما اليوم بحبر واحد. #أسماء_الأنهار',
  },
  {
    by: 'kofi',
    hoursAgo: 20,
    text: 'Highlife lesson 4: leave space. The bass player is also a person. #Highlife',
    comments: [
      ['oyelaran', 'The drum agrees.'],
      ['yared', 'The horn section would like a word.'],
    ],
  },
  {
    by: 'wanjiru',
    hoursAgo: 22,
    text: 'Tumemaliza kupiga filamu ya “Route 46”. Dakika kumi na mbili, safari moja, kondakta mmoja mkali. #FilamuFupi',
  },
  {
    by: 'deandre',
    hoursAgo: 24,
    text: 'Library class today: twelve kids, one Dinah Washington record, twelve different beats. Nobody picked the same two seconds. #SampleSchool',
    comments: [['keisha', 'This is the kind of homework I never had.']],
  },
  {
    by: 'oyelaran',
    hoursAgo: 26,
    text: 'Ìlù gángan ń sọ̀rọ̀. Say your name slowly and I will play it back. Voice notes welcome. #TalkingDrum',
    comments: [
      ['selam', 'ሰላም! It is short.'],
      ['wanjiru', 'Wan-ji-rũ, three notes going home.'],
    ],
  },
  {
    by: 'aissatou',
    hoursAgo: 29,
    text: 'Troisième bain d’indigo. Le tissu sort vert, puis il respire et devient bleu. Je ne m’en lasse pas. #NaturalDye',
    cloth: 'indigo',
    comments: [
      ['danjuma', 'The pits in Kano do the same. Five hundred years and still a surprise.'],
      ['graca', 'Que cor!'],
    ],
  },
  {
    by: 'danjuma',
    hoursAgo: 31,
    text: 'Kofar Mata, four hundred frames, one good one: the hand, not the cloth. #NaturalDye',
    cloth: 'palm',
  },
  {
    by: 'tyrell',
    hoursAgo: 34,
    text: 'Pan tuning tip: if it sounds right to you and wrong to the dog, ask the dog again tomorrow. #SteelpanDiary',
  },
  {
    by: 'esi',
    hoursAgo: 36,
    text: 'Archive Saturday in Peckham: bring one photo, leave with three stories about it. We scan, you talk. #LabelYourBoxes',
    comments: [
      ['amara', 'I am doing this in Houston. Can I borrow your form?'],
      ['esi', 'Take it all. Change the name, keep the questions.'],
    ],
  },
  {
    by: 'zanele',
    hoursAgo: 38,
    text: 'A poem for two voices. I have recorded the left one. Who wants the right? #TwoVoices',
    comments: [
      ['marieange', 'Mwen menm.'],
      ['zanele', 'It is yours.'],
    ],
  },
  {
    by: 'rui',
    hoursAgo: 40,
    text: 'O amplificador sobreviveu a mais uma noite. Morna às dez, funaná depois. #SalaDosFundos',
    cloth: 'jacaranda',
  },
  {
    by: 'imani',
    hoursAgo: 42,
    text: 'Taarabu usiku huu, chini ya mwembe. Fidla imefika salama. #TaarabNights',
  },
  {
    by: 'yared',
    hoursAgo: 45,
    text: 'Tonight we listen to one side of one record, twice, and only then we speak. #ListeningRoom',
    comments: [
      ['kofi', 'Which side?'],
      ['yared', 'B. It is always B.'],
    ],
  },
  {
    by: 'keisha',
    hoursAgo: 47,
    text: 'My aunt heckled me in three languages. I answered in two. She won. #MontréalStandUp',
    comments: [['wanjiru', 'Aunties are undefeated this week, see @adaeze.']],
  },
  {
    by: 'nomvula',
    hoursAgo: 50,
    text: 'New build: you are a minibus conductor and the change is never right. Sound by my cousin’s band. #SmallGamesBigSound',
    comments: [['wanjiru', 'I feel seen by this game.']],
  },
  {
    by: 'camille',
    hoursAgo: 53,
    text: 'Première lecture à la table. Il manque une chaise, alors on joue debout. #ThéâtreDeCuisine',
  },
  {
    by: 'ines',
    hoursAgo: 56,
    text: 'O vento levou o meu chapéu e deixou-me a fotografia. Troca justa. #MindeloAoVento',
    cloth: 'palm',
  },
  {
    by: 'graca',
    hoursAgo: 60,
    text: 'Capulana n.º 214. O padrão é de relógios, e nenhum marca a mesma hora. #Capulanas',
    cloth: 'marigold',
  },
  {
    by: 'bilal',
    hoursAgo: 64,
    text: 'في شنقيط فتحنا اليوم صندوقاً لم يُفتح منذ عام ١٩٥٢. الغبار أيضاً مكتبة. #مكتبات_الصحراء',
  },
  {
    by: 'malik',
    hoursAgo: 68,
    text: 'Kaseko on the left foot, popping on the right. Somewhere in the middle: me. #AmapianoNights #Rotterdam',
  },
  {
    by: 'tomasi',
    hoursAgo: 72,
    text: 'Brass band practice moved to the church because the school has exams. The hymn got faster. Nobody complained.',
  },
  {
    by: 'folake',
    hoursAgo: 76,
    text: 'Question for weavers: what do you call the mark you leave when you stop for the night? Mine is one thread of another colour. #StripCloth',
    comments: [
      ['amara', 'A pin and a promise.'],
      ['aissatou', 'Un nœud et un café.'],
      ['graca', 'Deixo a tesoura em cima.'],
    ],
  },
  {
    by: 'thandeka',
    hoursAgo: 80,
    text: 'Open rehearsal on Sunday. @nomvula does the sound, @malik does the stairs. #AmapianoNights',
  },
  {
    by: 'adaeze',
    hoursAgo: 86,
    text: 'Ofe onugbu takes patience and a washing song. Here is the song; the patience you bring yourself. #DiasporaKitchen',
    comments: [['keisha', 'Recipe AND percussion. Efficient.']],
  },
  { by: 'joaquin', hoursAgo: 92, text: 'La marimba no se afina, se conversa. #MarimbaLibre', cloth: 'clay' },
  {
    by: 'amara',
    hoursAgo: 98,
    text: 'Block 12 has a sleeve in it, button and all. She left it on purpose; I asked my mother. #QuiltBacks',
    cloth: 'indigo',
  },
  {
    by: 'deandre',
    hoursAgo: 104,
    text: 'Two seconds of your mother’s favourite song, sixteen bars, no drums. Post yours with #SampleSchool',
    comments: [['rui', 'Cesária, two seconds before she breathes in.']],
  },
  {
    by: 'shanice',
    hoursAgo: 110,
    text: 'Sound check tip from mi father: if yuh can hear di fridge, turn it up; if di fridge can hear you, turn it dung. #DancehallArchive',
  },
  {
    by: 'esi',
    hoursAgo: 118,
    text: 'To whoever wrote “me, somewhere, summer” on the back of every photo in box 9: we are still looking for you. #LabelYourBoxes',
  },
  {
    by: 'marieange',
    hoursAgo: 126,
    text: 'Yon powèm se yon bato papye: li pa fèt pou l dire, li fèt pou l ale. #KreyòlPoetry',
  },
  {
    by: 'selam',
    hoursAgo: 134,
    text: 'People ask which letter is hardest. It is the one you learned first, because your hand thinks it knows. #FidelEveryDay',
  },
]

/** Streams that have been, and one that is still to start. */
export const SAMPLE_STREAMS = [
  {
    by: 'folake',
    hoursAgo: 13,
    minutes: 94,
    viewers: 41,
    title: 'One loom, nine time zones: threading together',
    category: 'Fashion & Style',
    description: 'Bring any thread and a cardboard frame. We go slowly and nobody is late.',
    cloth: 'indigo',
  },
  {
    by: 'thandeka',
    hoursAgo: 27,
    minutes: 58,
    viewers: 212,
    title: 'Open rehearsal: footwork for beginners, then the full set',
    category: 'Dance & Movement',
    description: 'Eight counts, then eight more.',
    cloth: 'sorrel',
  },
  {
    by: 'adaeze',
    hoursAgo: 34,
    minutes: 121,
    viewers: 164,
    title: 'Sunday stew and stories: egusi, slow and easy',
    category: 'Cooking & Culture',
    description: 'Three aunties, one pot.',
    cloth: 'clay',
  },
  {
    by: 'rui',
    hoursAgo: 41,
    minutes: 75,
    viewers: 37,
    title: 'Back-room session: keys, voice and one old amp',
    category: 'Afrobeats & Music',
    description: '',
    cloth: 'jacaranda',
  },
  {
    by: 'marieange',
    hoursAgo: 60,
    minutes: 32,
    viewers: 52,
    title: 'Poems for those who left and those who stayed',
    category: 'Poetry & Spoken Word',
    description: 'Kreyòl ak franse.',
    cloth: 'palm',
  },
  {
    by: 'selam',
    hoursAgo: 84,
    minutes: 47,
    viewers: 29,
    title: 'Drawing a new Ethiopic typeface, letter by letter',
    category: 'Education & History',
    description: 'Today: the family of ሠ.',
    cloth: 'palm',
  },
  {
    by: 'nomvula',
    hoursAgo: 97,
    minutes: 66,
    viewers: 18,
    title: 'Small games, big sound: building a minibus',
    category: 'Gaming',
    description: 'You bring the bugs.',
    cloth: 'marigold',
  },
  {
    by: 'luana',
    hoursAgo: 120,
    minutes: 83,
    viewers: 33,
    title: 'Pintando Salvador, casa por casa',
    category: 'Visual Arts & Design',
    description: '',
    cloth: 'clay',
  },
  {
    by: 'deandre',
    hoursAgo: 133,
    minutes: 52,
    viewers: 44,
    title: 'Sampling for beginners, from the library',
    category: 'Hip-Hop Culture',
    description: 'Headphones and one record your parents love.',
    cloth: 'indigo',
  },
  {
    by: 'esi',
    hoursAgo: 149,
    minutes: 40,
    viewers: 15,
    title: 'How to start a community archive with one shelf',
    category: 'Tech & Innovation',
    description: 'Labels, boxes, backups.',
    cloth: 'sorrel',
  },
] as const
