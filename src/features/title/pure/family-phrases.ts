import type { Family } from "#features/title/schema.ts";

/**
 * Phrases that name a trade. The first matching list wins, so a longer phrase comes before its parts: "sales engineer"
 * before "engineer", "data center" before "data". Folded, at most four words a phrase.
 */
export const JOBS: readonly (readonly [Family, string])[] = [
  ["product", `chef de projet, chef de produit, cheffe de projet`],
  ["operations", `strategy operations, strategy and operations, warehouse operations, retail operations`],
  // Trades that differ from those of the people they support or write for.
  [
    "people",
    `recruiter, recruiters, recruiting, recruitment, talent, sourcer, hr, human resources, human resource, people operations,
    people ops, people partner, people analytics, people manager hr, chief people officer, head of people, vp of people,
    vp people, people and culture, people culture, compensation, benefits, payroll, personnel, employee relations,
    employee experience, learning and development, l d, chro, organizational development, workforce planning,
    diversity, dei, people specialist, people team, people generalist, labor relations, people business partner`,
  ],
  [
    "legal",
    `lawyer, attorney, counsel, paralegal, solicitor, barrister, notary, judge, judicial, legal, law clerk, litigation,
    patent, corporate law, policy analyst, public policy, policy advisor, policy adviser, policy manager, policy, compliance, data protection officer,
    contract manager, contracts manager, contract administrator, contracts administrator, contract specialist, law,
    contract negotiator, prosecutor, magistrate, regulatory affairs, clo, trademark, intellectual property`,
  ],
  [
    "education",
    `professor, lecturer, teacher, instructor, tutor, teaching assistant, teaching fellow, teaching, course assistant,
    school principal, high school principal, elementary school principal, assistant principal, vice principal,
    headteacher, headmaster, dean, provost, librarian, academic advisor, academic adviser, curriculum, faculty,
    educator, education, school counselor, trainer, technical trainer, instructional, learning designer, nursery,
    kindergarten, childcare, nanny, coach, student affairs, student life, student success, registrar, admissions, school, e learning, camp counselor,
    university, library`,
  ],
  [
    "health",
    `nurse, nursing, general practitioner, physician, doctor, medical doctor, md, surgeon, surgery, dentist, dental, pharmacist, pharmacy, pharmacy technician,
    veterinarian, veterinary, physiotherapist, physical therapist, therapist, occupational therapist, psychologist,
    psychiatrist, psychotherapist, counselor, social worker, paramedic, emt, medical, clinical, clinician, clinic, midwife, caregiver, carer,
    radiographer, radiologist, anesthesiologist, pediatrician, paediatrician, cardiologist, oncologist, optometrist, nutritionist, dietitian, health, healthcare, care assistant,
    hospital, patient, phlebotomist, case manager, internist, registrar surgery, gp, resident, public health, speech language pathologist, pathologist, epidemiologist`,
  ],
  [
    "marketing",
    `product marketing, marketing, market research, brand, seo, social media, public relations, pr manager,
    communications manager, communications specialist, communications director, communications officer, communications coordinator, director of communications, head of communications, internal communications,
    corporate communications, community manager, content strategist, content manager, event manager, events manager,
    event planner, events coordinator, event coordinator, advertising, media buyer, media planner, growth manager, growth lead, head of growth, growth marketer,
    marketer, campaign, campaign manager, copy strategist, campus ambassador, student ambassador, brand ambassador, ambassador, community, publicist, cmo,
    vp growth, vp of growth, growth analyst, growth associate, growth intern, growth specialist, influencer, ppc, sem, paid media, crm manager`,
  ],
  [
    "sales",
    `sales engineer, sales engineering, sales operations, account executive, account executives, account manager, key account, account director, account representative,
    business development, customer engineer, partner manager, partnerships, partnership, partner sales, sales development, sdr, bdr, inside sales,
    pre sales, presales, sales manager, sales director, head of sales, director of sales, vp sales, vp of sales,
    sales executive, sales representative, sales rep, sales specialist, sales consultant, sales lead, sales analyst, sales intern, sales, commercial manager, commercial director,
    commercial, territory manager, regional sales, area sales, revenue operations, revenue, cro, real estate agent, realtor, channel manager, alliances,
    go to market, gtm, deal desk, merchandiser, leasing`,
  ],
  [
    "support",
    `customer success, customer support, customer service, technical support, support engineer, support specialist,
    support analyst, support representative, support agent, support manager, support lead, head of support, support intern, application support, product support,
    director of support, call center, call centre, contact center, client services, client success, client service, customer experience,
    customer care, technical account manager, customer onboarding, onboarding specialist, chief customer officer, customer operations, support team`,
  ],
  [
    "it",
    `it support, it specialist, it manager, it director, it administrator, it technician, it consultant, it analyst,
    it intern, it operations, it infrastructure, it systems, it service, it services, it officer, it coordinator, it engineer, it trainee, it project coordinator, head of it, director of it, vp of it, vp it, it lead, it assistant, it student worker,
    information technology, information systems, systems administrator, system administrator, sysadmin, network engineer, network administrator,
    network technician, network analyst, network architect, network operations, network trainee, network, networking, help desk, helpdesk, desktop support, service desk, desktop engineer, data center technician, data center engineer,
    data center, data centre, cio, chief information officer, computer technician, windows administrator, linux administrator, telecom engineer, telecommunications,
    incident manager, storage administrator, sap consultant, sap, erp, salesforce administrator, fachinformatiker systemintegration, endpoint, it department, it security specialist it`,
  ],
  [
    "service",
    `sales associate, store manager, store associate, retail, shop assistant, shop, barista, cashier, server, waiter, waitress, bartender, host,
    hostess, chef, sous chef, cook, kitchen, restaurant, hotel, hospitality, housekeeper, housekeeping, receptionist, front desk, concierge, driver, truck driver,
    courier, delivery driver, warehouse, warehouse associate, forklift, stocker, electrician, plumber, carpenter, welder, machinist, mechanic, painter, roofer,
    construction worker, laborer, labourer, janitor, cleaner, custodian, gardener, landscaper, farmer, farm, police, firefighter, security guard,
    security officer, bouncer, lifeguard, flight attendant, cabin crew, pilot, first officer, captain, sailor, soldier, sergeant,
    lieutenant, corporal, infantry, army, navy, air force, marine, officer cadet, military, hairdresser, barber, beautician, stylist, personal trainer, fitness, travel agent,
    tour guide, postman, mail carrier, postmaster, baker, pastry, butcher, crew member, team member, shift supervisor, shift lead, shift manager, store, camp, customer assistant, stage technician, handyman,
    technician hvac, hvac technician, machine operator, forklift operator, train driver, bus driver, conductor, tailor`,
  ],
  [
    "media",
    `technical writer, technical writing, ux writer, ux writing, copywriter, copywriting, content writer, content creator, content designer, writer, journalist, reporter, editor,
    editorial, columnist, correspondent, photographer, photography, videographer, cinematographer, translator, interpreter, localization, localisation, linguist, producer, film director, film,
    video editor, video, musician, composer, singer, actor, actress, dancer, animator, illustrator, artist 3d, news, newsroom, broadcast, podcast, publisher, publishing, author, novelist, curator, archivist,
    screenwriter, presenter, radio, audio, sound, sound engineer, music, stage manager, stagecraft, documentation, speechwriter, proofreader, librettist, conservator, museum, gallery`,
  ],
  [
    "design",
    `interior designer, fashion designer, industrial designer, graphic designer, game designer, product designer, product design intern, ux designer, ui designer,
    ux researcher, user researcher, ux research, user research, user experience, ux, ui ux, ux ui, ui, design researcher, service designer, web designer, motion designer, visual designer,
    interaction designer, technical artist, concept artist, 3d artist, artist, art director, creative director, creative, design manager, head of design, director of design, vp of design,
    vp design, design lead, design director, design systems, product design manager, design ops, motion graphics, visual design, graphic design, brand designer, level designer, design strategist, head of product design, industrial design, interaction design,
    director of product design, product design lead, interior design`,
  ],
  [
    "engineering",
    `mechanical, mechanics, aerospace, aeronautical, astronautical, civil, chemical, process engineer, process engineering, process, manufacturing, industrial engineer, industrial engineering, materials, biomedical,
    structural, propulsion, energy engineer, energy, quality engineer, quality manager, quality control, quality inspector, quality technician, quality, validation engineer, validation, field engineer, field service, field application engineer, project engineer,
    project engineering, automotive, nuclear, petroleum, drilling, reservoir, mining, geotechnical, environmental engineer, environmental, geologist, hydrologist, water, naval, marine engineer, construction, site engineer, site manager, surveyor, architectural, landscape architect,
    urban planner, project architect, architect building, building engineer, plant manager, plant engineer, maintenance engineer, maintenance, production supervisor, production manager, industrialization, tooling, thermal, fluid, cfd, stress engineer,
    vehicle, powertrain, chassis, battery, turbine, aircraft, avionics, flight test, launch, launch engineer, spacecraft, railway, transportation engineer, traffic engineer, welding, hvac engineer, hvac, commissioning, product design engineer,
    mechanical design engineer, cad designer, cad, drafter, draftsman, mechatronics, bioprocess, packaging engineer, reliability engineer mechanical, textile, ehs, health safety, safety engineer, lean, six sigma, design engineer mechanical, gnc, guidance`,
  ],
  [
    "hardware",
    `hardware, electrical, electronics, electronic, embedded, firmware, asic, fpga, vlsi, rtl, soc, analog, mixed signal, silicon, chip,
    semiconductor, robotics, robot, controls engineer, control engineer, control systems, controls, optical, optics, photonics, rf, cpu, gpu architect, gpu architecture, circuit, verification engineer, design verification, physical design, dft,
    pcb, power electronics, signal integrity, sensor, lidar, wireless engineer, wireless systems, wireless, antenna, instrumentation, microcontroller, autosar, plc, iot, power engineer, power systems, board design, layout engineer, post silicon, soc architect, mechatronic`,
  ],
  [
    "finance",
    `quant, quantitative, trader, trading, banking, banker, investment, investments, investor, investor relations, financial, finance, accountant, accounting, accounts payable,
    accounts receivable, bookkeeper, auditor, audit, actuary, actuarial, underwriter, underwriting, treasury, treasurer, equity, portfolio, tax, wealth, fund, hedge fund, venture, venture capital, vc, private equity,
    m a, mergers, credit, loan, mortgage, insurance, claims, summer analyst, summer associate, off cycle, spring week, spring insight, insight week, cfo, controller, controlling, comptroller, fp a, valuation, capital markets, risk analyst, risk manager, risk management, risk associate, risk, fixed income, derivatives, structuring, pricing analyst,
    asset management, asset manager, relationship manager, teller, billing, fiscal, stock, broker, securities, private placement, working capital, corporate development, underwriter, economics consultant, global markets, markets, budget`,
  ],
  [
    "security",
    `security researcher, security, cyber, cybersecurity, infosec, information security, penetration, pentester, pen tester, red team, blue team, cryptography, cryptographer, devsecops, privacy, privacy engineer, incident response, incident responder,
    threat, malware, vulnerability, vulnerability researcher, ciso, ethical hacker, forensics, forensic, soc analyst, appsec, trust and safety, fraud, iam engineer, identity and access`,
  ],
  [
    "research",
    `research scientist, research engineer, research assistant, research associate, research fellow, research intern, research manager, research director, research analyst, research technician, head of research, director of research, vp of research,
    vp research, researcher, phd, ph d, postdoc, postdoctoral, post doc, post doctoral, doctoral, doctoral candidate, scholar, principal investigator, lab technician, laboratory technician, lab assistant, lab manager, laboratory, lab, scientist i, senior scientist, principal scientist,
    staff scientist, economist, economics, sociologist, historian, anthropologist, archaeologist, physicist, chemist, biologist, microbiologist, biochemist, geneticist, astronomer, mathematician, neuroscientist, bioinformatics, bioinformatician, biostatistician, computational biologist,
    r d scientist, chief scientist, research student, predoctoral, graduate researcher, visiting scientist, undergraduate research, graduate research, graduate fellow, visiting, research and development, thesis student`,
  ],
  [
    "machine-learning",
    `machine learning, ml, ai, artificial intelligence, deep learning, applied scientist, applied science, applied research, computer vision, nlp, natural language processing, mlops, llm, perception, reinforcement learning, generative ai, genai,
    recommender systems, speech recognition, ml engineer, ai engineer, prompt engineer, autonomy engineer, ai ml, neural, recommendation systems`,
  ],
  [
    "software",
    `distinguished engineer, software engineer, software engineering, software engineers, software developer, software development, software architect, software architecture, software quality, software test, software programmer, software consultant, web developer, web engineer, web development, mobile engineer, mobile developer,
    backend engineer, backend developer, back end engineer, back end developer, frontend engineer, frontend developer, front end engineer, front end developer, full stack, fullstack, full stack engineer,
    full stack developer, ios engineer, ios developer, android engineer, android developer, site reliability, sre, devops, swe, sde, sdet, sdm, solutions architect, solution architect,
    member of technical staff, mts, forward deployed, founding engineer, tech lead, technical lead, qa engineer, qa analyst, qa tester, qa lead, qa manager, test automation, quality assurance,
    platform engineer, infrastructure engineer, cloud engineer, cloud architect, database developer, developer advocate, developer relations, devrel, developer experience, application developer, applications engineer software, data platform software engineer,
    java developer, python developer, game developer, gameplay, graphics programmer, graphics engineer, engine programmer, production engineer, product engineer, growth engineer, cto, chief technology officer, chief technical officer, vp of technology, head of technology, director of technology, chief architect`,
  ],
  [
    "data",
    `data, analytics, analytic, business intelligence, bi, statistician, statistics, database, dba, etl, data science, data scientist, tableau, power bi, big data, insights analyst, reporting analyst, data mining, decision scientist, statistical, decision science, experimentation`,
  ],
  [
    "product",
    `product manager, product management, product owner, product lead, product analyst, product specialist, product operations, product intern, head of product, director of product, vp of product, vp product, chief product officer, cpo, program manager, programme manager,
    program management, programme management, project manager, project management, project lead, project leader, project director, project intern, delivery manager, scrum master, scrum, agile coach, agile, tpm, apm, pm, pmo, product director, group product, technical program, program director, program lead, technical project, program coordinator, product, release train engineer`,
  ],
  [
    "consulting",
    `consultant, consulting, business analyst, engagement manager, advisory, strategy consultant, strategy, transformation, systems analyst business`,
  ],
  [
    "operations",
    `operations, supply chain, logistics, procurement, purchasing, buyer, sourcing, chief of staff, founders associate, founder s associate, office manager, executive assistant, administrative assistant, personal assistant, admin assistant, administrative,
    office administrator, office assistant, administrative officer, business operations, bizops, operation, coo, chief operating officer, data entry, inventory, planner, demand planning, demand planner, dispatcher, facilities, facility, fleet, import export, import, export, shipping,
    secretary, clerk, inventory control, category manager, materials manager, materials planner, property manager, production planner, project coordinator, operations manager, warehouse manager, order management, vendor manager, distribution, office`,
  ],
  [
    "software",
    `software, developer, developers, programmer, programming, frontend, front end, backend, back end, web, mobile, ios, android, graphics, compiler, game, games, platform, infrastructure, cloud, kubernetes, distributed systems, systems engineer, system engineer, release, release manager, release engineer,
    blockchain, smart contract, crypto, api, integration engineer, solutions engineer, solution engineer, automation engineer, test engineer, tester, open source, linux kernel, kernel, java, python, javascript, typescript, react, node js, c#, c++, golang, rust, php, net, ruby, rails, wordpress, django,
    enterprise architect, application engineer, applications engineer, computer scientist, computer science, computer engineer, computer engineering, simulation engineer, video game, vr, ar, xr, search engineer, payments engineer, internal tools, coding, technology analyst, build engineer, performance engineer, sap developer, architect software,
    systems developer, technology associate, technology manager, technology lead, technology director, stealth engineer`,
  ],
];

/** The trade of a title's main word, if none of the phrases above matches. */
export const HEADS: readonly (readonly [Family, string])[] = [
  ["design", `designer, design engineer, design intern, design, designers`],
  [
    "engineering",
    `engineering technician, technician, architect building, foreman, inspector, operator, facilitator of works`,
  ],
  ["software", `engineer, engineers, engineering, architect, eng, technical, technology, tech`],
  ["research", `scientist, research, fellow, investigator, science`],
  ["operations", `administrator, coordinator, assistant, administration, admin`],
  ["sales", `representative, agent, salesperson, salesman`],
  ["people", `people`],
  ["support", `support, customer, client, service`],
  ["marketing", `communications, communication, events, event, growth, content, media`],
];

/** Parts of folded words in other languages, which run words together or bend their ends. The first list that fits wins. */
// oxfmt-ignore
export const FOREIGN_PARTS: readonly (readonly [Family, readonly string[]])[] = [
  ["people", ["personalreferent", "personalleiter", "rekryter", "reclutador", "人事", "인사"]],
  ["legal", ["rechtsanwalt", "rechtsanwaltin", "jurist", "avocat", "abogad", "advogad", "avvocat", "advocaat", "юрист"]],
  ["education", [
    "lehrer", "dozent", "enseignant", "professeur", "profesor", "professore", "docente", "leraar", "docent", "ogretmen",
    "учитель", "преподаватель", "教師", "老师",
  ]],
  ["health", ["krankenpfleg", "arztin", "infirmier", "medecin", "enfermer", "medico", "medica", "verpleeg", "sjukskotersk", "lekarz", "врач"]],
  ["marketing", ["vermarkt", "communicatie", "kommunikation", "マーケティング", "市场", "маркетинг"]],
  ["sales", ["vertrieb", "verkauf", "vendeu", "commercial", "ventas", "vendas", "vendit", "verkoop", "accountmanager", "saljare", "sprzedaz", "satis", "営業", "销售", "영업", "продаж"]],
  ["finance", ["buchhalt", "steuer", "wirtschaftspruf", "comptab", "contador", "contabil", "contab", "boekhoud", "ekonom", "ksiegow", "ucetni", "muhasebe", "бухгалтер", "会計", "财务"]],
  ["consulting", ["berater", "beratung", "consultor", "consulent", "adviseur", "konsult", "danisman", "radgiver", "консультант", "コンサルタント", "顾问"]],
  ["data", ["datos", "dados", "donnees", "dati", "daten", "数据", "データ", "데이터", "данных"]],
  ["hardware", ["elektro", "electronique", "electronica", "embarque", "elettronic"]],
  ["engineering", ["maschinenbau", "mecanique", "mecanic", "meccanic", "bauingenieur", "maskin", "verfahrenstechnik", "entwicklungsingenieur"]],
  ["software", [
    "softwareentwickl", "entwickl", "developp", "desarrollad", "desenvolv", "sviluppat", "ontwikkel", "utveckl", "udvikl", "utvikl",
    "programmier", "programmeur", "programador", "programmator", "programist", "programator", "informatik", "informatica", "informatique", "logiciel",
    "vyvojar", "kehittaj", "fejleszto", "yazilim", "gelistirici", "разработ", "программист", "ソフトウェア", "エンジニア", "软件", "开发", "算法", "工程师", "소프트웨어", "엔지니어", "개발",
    "mjukvaru", "oprogramowania",
  ]],
  ["product", ["projektleit", "produktmanager", "projectleider", "chef de projet", "projet", "proyecto", "projeto", "producto", "produit", "produto", "projektu", "プロダクト", "产品", "проект"]],
  ["research", ["wissenschaft", "chercheur", "chercheuse", "investigador", "pesquisador", "ricerc", "forsk", "doktorand", "doctorant", "dottorand", "doctorand", "promovend", "doktorant", "研究", "аспирант"]],
  ["design", ["graphist", "disenador", "gestalter", "disegnator", "designad", "дизайнер", "デザイナー", "设计"]],
  ["operations", ["sachbearbeit", "assistenz", "administrati", "einkauf", "logisti", "assistante", "secretaire"]],
  ["software", ["ingenieur", "ingenier", "engenheir", "ingegner", "inzynier", "muhendis", "инженер", "ingenjor", "ingenior"]],
];
