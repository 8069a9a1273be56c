/** ISO 3166-1: two letters of a country, and its three. */
const COUNTRIES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
  BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
  BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
  CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
  FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
  GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
  ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
  LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
  NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
  PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
  SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
  TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
  UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE XKXKX`
const ALPHA_3: ReadonlyMap<string, string> = new Map([
  ...[...COUNTRIES.matchAll(/(\w\w)(\w\w\w)/g)].map(([, two = '', three = '']) => [two, three] as const),
  // Germany's own word in the machine-readable lines of its documents.
  ['D', 'DEU'],
])
const KNOWN: ReadonlySet<string> = new Set(ALPHA_3.values())

/** The vendors' words for kinds of documents, and ours. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['passport', 'passport'],
  ['id_card', 'id_card'],
  ['national_identity_card', 'id_card'],
  ['residence_permit', 'residence_permit'],
  ['driving_licence', 'driving_licence'],
  ['drivers_license', 'driving_licence'],
])
type Said = string | null | undefined
export type Document = { country: Said; kind: Said; number: Said }

const FEWEST_CHARACTERS = 5

/**
 * Names a document so that every vendor names it equally: a person shows one card at two of them. @returns undefined where country, kind
 * or number are missing, or blacked out
 */
export function documentName({ country, kind, number }: Document): string | undefined {
  const code = country?.trim().toUpperCase() ?? ''
  const issuer = ALPHA_3.get(code) ?? code
  const ours = KINDS.get(kind?.toLowerCase() ?? '')
  const written = (number ?? '').normalize('NFKC').toUpperCase()
  const characters = written.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (!KNOWN.has(issuer) || ours === undefined || characters.length < FEWEST_CHARACTERS) return undefined
  // A word in place of the number would make all documents one.
  if (characters === 'REDACTION' || characters === 'REDACTED' || /^(.)\1*$/u.test(characters)) return undefined
  return `${issuer}:${ours}:${characters}`
}
