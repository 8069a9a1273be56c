/** Codes of two and of three letters (ISO 3166). */
export const ALPHA_3 =
  'ACASC ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB ' +
  'BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ ' +
  'CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP ' +
  'CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM ' +
  'FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GTGTM GUGUM ' +
  'GWGNB GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY ' +
  'JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE ' +
  'LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG ' +
  'MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC ' +
  'NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PRPRI PSPSE PTPRT ' +
  'PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK ' +
  'SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TATAA TCTCA TDTCD TGTGO THTHA TJTJK TKTKL ' +
  'TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB ' +
  'VIVIR VNVNM VUVUT WFWLF WSWSM XKXKK YEYEM YTMYT ZAZAF ZMZMB ZWZWE'

/** First matches among countries that share a dial code. */
export const MAIN = 'US RU IT GB NO AU MA FI GP CW RE SH'

/** Other names in use: older ones, shorter ones, those of a region. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: 'UAE|VAE|Emirates|Emirate|Dubai|Abu Dhabi',
  AG: '1268',
  AI: '1264',
  AL: 'Shqipëria',
  AS: '1684',
  BA: 'Bosna',
  BB: '1246',
  BF: 'Upper Volta|Obervolta',
  BJ: 'Dahomey',
  BM: '1441',
  BS: '1242',
  BY: 'Belorussia|Byelorussia|White Russia|Weißrussland|Belorussland',
  CD: 'DR Congo|DRC|DR Kongo|Congo Kinshasa|Democratic Republic of the Congo|Zaire',
  CF: 'CAR|ZAR',
  CG: 'Republic of the Congo|Republik Kongo',
  CH: 'Helvetia|Confoederatio Helvetica|Svizra',
  CI: 'Ivory Coast|Elfenbeinküste',
  CN: 'PRC|Mainland China|Volksrepublik China|PR China',
  CV: 'Cape Verde|Kap Verde|Kapverden',
  CY: 'Kypros|Kibris',
  CZ: 'Czech Republic|Tschechische Republik|Tschechei|Česká republika',
  DE: 'BRD|Federal Republic of Germany|Bundesrepublik Deutschland',
  DM: '1767',
  DO: 'Dominican Rep|1809|1829|1849|Dom Rep',
  EH: 'Sahara',
  ES: 'Canary Islands|Kanarische Inseln|Kanaren|Mallorca',
  FK: 'Malvinas|Falkland',
  GB: 'UK|U.K.|Great Britain|Großbritannien|Britain|England|Scotland|Schottland|Wales|Northern Ireland|Nordirland',
  GD: '1473',
  GR: 'Hellas|Ellada',
  GU: '1671',
  HK: 'Hongkong|香港',
  IE: 'Republic of Ireland|Republik Irland|Eire',
  IR: 'Persia|Persien',
  JM: '1876|1658',
  KG: 'Kirghizia|Kirgistan|Kirgisien',
  KH: 'Kampuchea',
  KN: '1869',
  KP: 'DPRK',
  KR: 'Korea|Republic of Korea|Republik Korea|Korea South',
  KY: '1345',
  KZ: 'Kasachstan',
  LA: 'Lao PDR',
  LC: '1758',
  LK: 'Ceylon',
  LU: 'Lëtzebuerg',
  MD: 'Moldavia|Moldawien|Republik Moldau|Moldau',
  MK: 'Macedonia|Mazedonien|FYROM',
  MM: 'Burma|Birma',
  MO: 'Macau|Macao',
  MP: '1670',
  MS: '1664',
  NL: 'Holland|The Netherlands',
  NZ: 'Aotearoa',
  PR: '1787|1939',
  PS: 'Palestine|Palästina|West Bank|Westjordanland|Gaza|State of Palestine',
  PT: 'Madeira|Azores|Azoren',
  RS: 'Srbija',
  RU: 'Russian Federation|Russische Föderation',
  SA: 'KSA',
  SK: 'Slovak Republic|Slowakische Republik',
  SR: 'Surinam',
  SX: '1721',
  SY: 'Syria|Syrien|Syrian Arab Republic',
  SZ: 'Swaziland|Swasiland',
  TC: '1649',
  TH: 'Siam',
  TL: 'East Timor|Osttimor',
  TR: 'Turkey|Türkei|Turkiye',
  TT: '1868',
  TW: 'Formosa|Republic of China|臺灣|台灣',
  TZ: 'Zanzibar|Sansibar',
  UA: 'Ukraina',
  US: 'U.S.|U.S.A.|United States of America|America|Amerika|Vereinigte Staaten von Amerika',
  VA: 'Vatican|Vatikan|Holy See|Heiliger Stuhl',
  VC: '1784',
  VG: '1284',
  VI: '1340',
  VN: 'Viet Nam',
  WS: 'Western Samoa|Westsamoa',
  XK: 'Kosova',
  ZA: 'RSA',
  ZW: 'Rhodesia|Rhodesien',
}
