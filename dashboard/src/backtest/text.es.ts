/** Spanish text for the Backtest page. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as english from './text.ts';

/** UI text for `BacktestPage`. */
export const PAGE: Translated<typeof english.PAGE> = {
	title: 'Backtest',
	intro: 'Repite mercados grabados con este servicio: mismas reglas, costes y controles. No se opera.',
	access: 'Tus backtests',
	loading: 'tus backtests',
	fault: 'No se pueden mostrar tus backtests.',
	noScope:
		'Este token no puede ejecutar backtests. Crea uno con el permiso `replay:run` en la página Tokens.',
	off: 'Los backtests están desactivados. El operador los activa con `replay.enabled` en la configuración.',
	noData:
		'No hay datos grabados. El operador indica una carpeta en `replay.dataFolders` o activa la grabación.',
	howSetUp: 'Configuración',
};

/** Names of policies and of comparisons. Others keep the service's name. */
export const STRATEGIES: Translated<typeof english.STRATEGIES> = {
	autopilot: 'Piloto automático',
	planner: 'Planificador',
	verdict: 'Veredicto',
	hold: 'Mantener siempre',
	holdings: 'Mantener posiciones dadas',
	cash: 'Efectivo',
	'month-mean': 'Regla de 30 días',
	'month-mean-hysteresis': 'Regla de 30 días con histéresis',
	'top-headline': 'Mayor diferencial anunciado',
	'spot-carry': 'Carry al contado en las principales',
};

/** Actions of each built-in policy. */
export const POLICIES: Translated<typeof english.POLICIES> = {
	planner: 'Planifica juntos todos los pares de un fondo, una vez al día, y hace los cambios del plan.',
	verdict: 'Abre los pares con veredicto Operar y sale según las reglas de salida del servicio.',
	'month-mean-hysteresis':
		'Entra con una media de 30 días amplia y sale cuando el diferencial es claramente negativo.',
	'month-mean': 'Entra con una media de 30 días amplia y sale cuando cambia su signo.',
	'top-headline': 'Mantiene los pares con los mayores diferenciales anunciados.',
	hold: 'Abre cada par una vez, según su media de 30 días, y lo mantiene hasta el final.',
	holdings: 'Abre las posiciones dadas en el primer paso y las mantiene hasta el final.',
};

/** Names, meanings and short units of the built-in policies' settings. */
export const SETTING_WORDS: Translated<typeof english.SETTING_WORDS> = {
	enter: { name: 'Entrar por encima de', meaning: 'diferencial para entrar', unit: 'al año' },
	leave: {
		name: 'Salir por debajo de',
		meaning: 'diferencial en la dirección de la posición',
		unit: 'al año',
	},
	positions: {
		name: 'Posiciones',
		meaning:
			'separadas por comas, cada una como moneda:exchange largo:exchange corto:USD por pata:apalancamiento',
		unit: '',
	},
	holdHours: { name: 'Mantener al menos', meaning: 'cada posición', unit: 'horas' },
	step: { name: 'Decidir cada', meaning: 'tiempo entre dos decisiones', unit: 'horas' },
	delay: {
		name: 'Retraso de la decisión',
		meaning: 'tras la hora en punto, para que haya tasas',
		unit: 'segundos',
	},
	legUsd: { name: 'Tamaño de la pata', meaning: 'valor de cada pata', unit: 'USD' },
	closeAtEnd: { name: 'Cerrar al final', meaning: 'si no, las posiciones siguen abiertas', unit: '' },
	capital: { name: 'Capital', meaning: 'del fondo; 0: el patrimonio de todas las cuentas', unit: 'USD' },
	leverage: {
		name: 'Apalancamiento',
		meaning: 'valor nocional de ambas patas entre el margen',
		unit: 'veces',
	},
	idle: { name: 'Sin usar', meaning: 'reserva de margen', unit: 'del capital' },
	coinShare: { name: 'Mayor moneda', meaning: 'valor nocional de una moneda', unit: 'del fondo' },
	margin: {
		name: 'Margen',
		meaning: 'accounts (cuentas), equal (a partes iguales) o free (en cualquier lugar)',
		unit: '',
	},
	count: { name: 'Posiciones como máximo', meaning: 'para un usuario que opera cualquier par', unit: '' },
};

/** Units of settings, by the service's words. */
export const UNITS: Translated<typeof english.UNITS> = {
	'fraction per year, 0.05 is 5 %': 'fracción al año, 0,05 es 5 %',
	hours: 'horas',
	seconds: 'segundos',
	USD: 'USD',
	positions: 'posiciones',
	'share of the capital': 'del capital',
	'share of the pot': 'del fondo',
	'times the margin': 'veces el margen',
};

/** UI text for `BacktestForm` and `PolicyFields`. */
export const FORM: Translated<typeof english.FORM> = {
	title: 'Nuevo backtest',
	button: 'Iniciar backtest',
	labels: {
		data: 'Datos',
		policy: 'Estrategia',
		set: 'Ajustes de la estrategia',
		sweep: 'Ajustes de la estrategia',
		capital: 'Capital',
		exchanges: 'Exchanges',
		coins: 'Monedas',
		users: 'Usuarios de papel',
		from: 'Desde',
		until: 'Hasta',
		without: 'Reglas desactivadas',
		compare: 'Comparaciones',
		grade: 'Grado',
		fees: 'Comisiones',
		slippage_bps: 'Deslizamiento',
		impact_bps: 'Impacto en el precio',
		publication_lag_s: 'Retraso de publicación',
		cash_rate_pct: 'Interés del efectivo',
		seed: 'Semilla',
		'walk_forward.train_days': 'Ventana de entrenamiento',
		'walk_forward.test_days': 'Ventana de prueba',
	},
	own: (name) => `${name} (archivo de tu operador)`,
	ownSettings: 'un ajuste por línea: nombre = valor',
	capitalHint: 'USD de cada usuario de papel, ambas patas juntas',
	listHint: 'separados por comas; vacío: todos',
	inData: (label) => `${label} en los datos`,
	otherNames: (count) => `y ${count} más`,
	users: { one: 'Un usuario opera todos los pares', pairs: 'Un usuario para cada par' },
	dateHint: 'UTC; vacío: inicio de los datos',
	untilHint: 'UTC, sin incluir; vacío: fin de los datos',
	range: (min, max) => `de ${min} a ${max}`,
	sweepHint: 'Prueba varios valores: sepáralos con punto y coma. Cada combinación es una prueba.',
	trials: (count) => `Un barrido de ${count} pruebas`,
	switches: { on: 'Sí', off: 'No', both: 'Probar ambos' },
	isDefault: (word) => `Por defecto (${word})`,
	compare: 'Ejecutar las comparaciones y la misma estrategia un paso después',
	compareHint: 'tarda varias veces más',
	assumptions: 'Supuestos',
	assumptionsNote:
		'Completan lo que los datos no dicen. Los campos vacíos usan el valor por defecto. Los libros de órdenes grabados (grado A) no usan deslizamiento, impacto ni retraso de publicación.',
	hints: {
		slippage_bps: 'pb del precio a la compra y la venta',
		impact_bps: 'pb adicionales por cada centésima del volumen de la última hora',
		publication_lag_s: 'segundos desde una liquidación hasta conocer su tasa',
		cash_rate_pct: 'por ciento al año, para comparar con el efectivo',
		seed: 'para todo lo aleatorio; la misma semilla da el mismo resultado',
	},
	fromMin: (min) => `desde ${min}`,
	slippageRefused: (limit) =>
		`Por encima de ${limit} pb, el servicio rechaza toda apertura, salvo que un archivo de estrategia fije un límite mayor.`,
	feesHint: (min, max) =>
		`un exchange por línea: nombre = taker / maker, pb, de ${min} a ${max}. Una comisión maker negativa es un reembolso. Vacío: las del exchange`,
	notFees: 'Escribe cada línea como nombre = taker / maker.',
	gradeHint: 'usar los datos con este grado',
	bestGrade: 'El mejor que tengan los datos',
	more: 'Reglas desactivadas y ventanas del barrido',
	trainHint: 'días en los que un barrido elige sus ajustes',
	testHint: 'días en los que los prueba',
	withoutHint: 'para medir su efecto',
	missing: (label) => `Falta: ${label}.`,
	notBetween: (min, max) => `Escribe un número de ${min} a ${max}.`,
	notAtLeast: (min) => `Escribe un número de al menos ${min}.`,
	notWhole: 'Escribe un número entero.',
	notADay: 'Escribe una fecha.',
	spanOrder: 'El fin debe ser posterior al inicio.',
	notASetting: 'Escribe cada línea como nombre = valor.',
};

/** UI text for `ReplayList` and `ReplayProgress`. */
export const LIST: Translated<typeof english.LIST> = {
	title: 'Tus backtests',
	empty: 'Aún no hay backtests. Inicia uno con el formulario.',
	columns: {
		created: 'Inicio',
		policy: 'Estrategia',
		data: 'Datos y periodo',
		state: 'Estado',
		actions: 'Acciones',
	},
	states: {
		queued: 'En espera',
		running: 'En curso',
		complete: 'Completo',
		partial: 'Parcial',
		canceled: 'Cancelado',
		failed: 'Fallido',
	},
	looks: { queued: 'warn', running: 'warn', complete: 'good', partial: 'warn', canceled: '', failed: 'bad' },
	span: (from, until) => `de ${from} a ${until}`,
	utc: (moment) => `${moment} UTC`,
	all: 'todos los datos',
	start: 'inicio de los datos',
	end: 'fin de los datos',
	sweep: 'barrido',
	ahead: (count) => (count === 1 ? 'Hay 1 backtest delante' : `Hay ${count} backtests delante`),
	progress: (name) => `Progreso de ${name}`,
	done: (share) => `${share} hecho`,
	left: (span) => `faltan ${span}`,
	rate: (span) => `${span} de mercado por segundo`,
	steps: { reading: 'Leyendo los datos', policy: 'Ejecutando la estrategia' },
	step: (name) => `Ejecutando ${name}`,
	view: 'Ver resultado',
	cancel: 'Cancelar',
};

/** UI text for `ReplayResult` and its parts. */
export const RESULT: Translated<typeof english.RESULT> = {
	title: (policy) => `Resultado: ${policy}`,
	loading: 'el resultado',
	fault: 'No se puede mostrar el resultado.',
	unknown: 'Este backtest no es uno de los tuyos. El servicio guarda solo los resultados más nuevos.',
	waiting: 'El resultado aparece aquí cuando termina el backtest.',
	none: 'Este backtest terminó sin resultado.',
	partial: (until) => `Resultado parcial: solo cubre el tiempo hasta ${until}.`,
	perYear: 'Neto al año',
	interval: (low, high) => `intervalo del 90 %: de ${low} a ${high}`,
	noInterval: 'sin intervalo: menos de 30 días',
	net: 'Neto',
	onCapital: (capital) => `sobre ${capital}`,
	trades: 'Operaciones',
	drawdown: 'Mayor caída',
	ofPeak: (share) => `${share} del máximo`,
	sharpe: 'Ratio de Sharpe',
	yearly: 'anual',
	about: (from, until, grade) => `de ${from} a ${until}, datos de grado ${grade}`,
	grades: {
		A: 'libros de órdenes grabados',
		B: 'precios por hora y tasas liquidadas',
		C: 'solo tasas liquidadas; la base de precio no se conoce',
	},
	trust: 'Cuánto fiarse',
	verdicts: {
		none: 'No hubo ninguna operación, así que no dice nada a favor ni en contra de la estrategia.',
		fragile: 'Frágil: actuar un paso después pierde más de la mitad del neto. No esperes ganarlo.',
		steady: 'Estable: actuar un paso después conserva al menos la mitad del neto.',
		untested: 'Sin probar: no se ejecutó la misma estrategia un paso después.',
	},
	late: (span, net, own) => `Actuando ${span} después, el neto es ${net} en lugar de ${own}.`,
	comparisons: 'Comparado con otros usos del mismo capital',
	columns: {
		strategy: 'Estrategia',
		perYear: 'Neto al año',
		interval: 'Intervalo del 90 %',
		net: 'Neto',
		lead: 'El backtest gana más',
		trades: 'Operaciones',
		drawdown: 'Caída',
		sharpe: 'Sharpe',
	},
	own: (name) => `${name} (este backtest)`,
	notCompared: 'No se ejecutaron comparaciones.',
	profit: 'Cómo se suma el neto',
	part: 'Parte',
	bar: 'Barra',
	parts: {
		funding_received: 'Financiación recibida',
		funding_paid: 'Financiación pagada',
		fees: 'Comisiones',
		slippage: 'Deslizamiento',
		basis: 'Base de precio',
		idle_interest: 'Interés del capital sin usar',
		net: 'Neto',
	},
	noBasis: 'Los datos no tienen precios, así que el neto excluye la base de precio.',
	charts: 'La cartera en el tiempo',
	chartLoading: 'los gráficos',
	chartFault: 'No se pueden mostrar los gráficos.',
	view: 'Gráfico',
	views: { equity: 'Patrimonio', drawdown: 'Caída', use: 'Uso del capital' },
	series: {
		equity: 'Patrimonio',
		drawdown: 'Bajo el máximo anterior',
		exposure: 'Exposición, ambas patas',
		idle: 'Capital sin usar',
	},
	chartEmpty: 'El backtest es demasiado corto para un gráfico.',
	table: 'Cifras en una tabla',
};

/** UI text for `PositionPages` and `Evidence`. */
export const DETAIL: Translated<typeof english.DETAIL> = {
	positions: 'Posiciones',
	positionsLoading: 'las posiciones',
	positionsFault: 'No se pueden mostrar las posiciones.',
	noPositions: 'No se abrió ninguna posición.',
	columns: {
		coin: 'Moneda',
		legs: 'Patas',
		opened: 'Apertura',
		closed: 'Cierre',
		leg: 'Pata',
		funding: 'Financiación',
		costs: 'Costes',
		net: 'Neto',
		journal: 'Diario',
	},
	stillOpen: 'abierta al final',
	long: 'largo',
	short: 'corto',
	events: (count) => `${count} eventos`,
	pages: 'Páginas de posiciones',
	page: (page, pages, rows) => `Página ${page} de ${pages}, ${rows} posiciones`,
	previous: 'Anterior',
	next: 'Siguiente',
	refusals: 'Peticiones rechazadas',
	noRefusals: 'El servicio no rechazó ninguna petición de la estrategia.',
	refusal: { code: 'Código', count: 'Veces', first: 'Primera', message: 'Primer mensaje' },
	assumptions: 'Supuestos',
	noAssumptions: 'Ninguno: los datos dicen todo lo que el backtest necesita.',
	notKnown: 'No se conoce',
	repeat: 'Repetirlo',
	command:
		'Este comando repite el backtest en la máquina del servicio. Los mismos datos y ajustes dan el mismo resultado.',
	origin: (version, code, data) => `Versión ${version}, código ${code}, datos ${data}.`,
};

/** UI text for `ReportLinks`. */
export const REPORT: Translated<typeof english.REPORT> = {
	open: 'Abrir informe',
	newTab: '(pestaña nueva)',
	download: 'Descargar informe',
	busy: 'Descargando …',
	note: 'El informe completo tiene todas las cifras y gráficos.',
	downloadFault: 'El informe no se descargó.',
};

/** UI text for `CompareReplays`. */
export const COMPARE: Translated<typeof english.COMPARE> = {
	label: 'Comparar con',
	none: 'ningún otro backtest',
	title: 'Comparación',
	figure: 'Cifra',
	difference: 'Diferencia (B − A)',
	figures: {
		net_per_year: 'Neto al año',
		low: 'Extremo inferior del intervalo del 90 %',
		high: 'Extremo superior del intervalo del 90 %',
		net: 'Neto',
		funding_received: 'Financiación recibida',
		funding_paid: 'Financiación pagada',
		fees: 'Comisiones',
		slippage: 'Deslizamiento',
		basis: 'Base de precio',
		idle_interest: 'Interés del capital sin usar',
		trades: 'Operaciones',
		drawdown_usd: 'Mayor caída',
		drawdown_share: 'Mayor caída, parte del máximo',
		sharpe: 'Ratio de Sharpe, anual',
		late_net: 'Neto al actuar un paso después',
		refusals: 'Peticiones rechazadas',
	},
	otherData: 'A y B usan datos o fechas distintos, así que su diferencia tiene varias causas.',
};

/** UI text for `SweepResult`. */
export const SWEEP: Translated<typeof english.SWEEP> = {
	walked: 'Probado en días no vistos',
	walkedNote: (count) =>
		`Cada ventana de prueba usa la mejor de ${count} pruebas en la ventana de entrenamiento anterior.`,
	days: (days) => `${days} días de prueba`,
	deflated: 'Probabilidad de habilidad',
	deflatedNote: 'ratio de Sharpe deflactado de la prueba elegida',
	overfitting: 'Probabilidad de sobreajuste',
	overfittingNote: 'de que la mejor al entrenar quede bajo la mediana al probar',
	partial: 'Resultado parcial: no terminaron todas las pruebas.',
	trials: 'Pruebas',
	settings: 'Ajustes',
	training: 'Entrenamiento, neto al año',
	test: 'Prueba, neto al año',
	testTrades: 'Operaciones de prueba',
	chosen: 'elegida',
};
