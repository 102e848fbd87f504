/** Textos sobre una posición, por componente: su tarjeta, su página y sus acciones. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './position-text.ts';

/** Textos de `ExecutionPage`. */
export const POSITION: Translated<typeof English.POSITION> = {
	untitled: 'Posición',
	heading: (coin, long, short) => `${coin}: largo en ${long}, corto en ${short}`,
	back: '← Cartera',
	access: 'Inicia sesión para ver esta posición',
	loading: 'la posición',
	fault: 'No se puede mostrar esta posición.',
	toPortfolio: 'Ir a la cartera',
	status: 'Estado',
	asOf: 'con datos del',
	requested: 'Solicitado',
	atLeverage: (amount, leverage) => `${amount} con ${leverage} ×`,
	opened: 'Abierto',
	mode: 'Modo de apertura',
	money: 'Dinero',
	rehearsal: 'sin dinero real (ensayo)',
	accepted: 'Aceptada',
	closed: 'A cero en ambos exchanges',
	expectedFunding: 'Financiación esperada',
	expectedFundingUnit: 'próximos 30 días, % de una pata',
	agent: 'Abierta por el agente',
	previewAgain: 'Repetir la vista previa',
	opportunity: 'Ver oportunidad',
	legs: 'Patas',
	finalResult: 'Resultado final',
	resultSoFar: 'Resultado hasta ahora',
	settlements: 'Cobros de financiación',
	exitRules: 'Reglas de salida',
	timeline: 'Cronología',
};

/** El dinero que usa cada modo. */
export const MONEY: Translated<typeof English.MONEY> = {
	simulated: 'dinero simulado',
	paper: 'dinero simulado',
	testnet: 'dinero de prueba',
	live: 'dinero real',
};

/** Modos de apertura, con el motivo por el que pueden tardar. */
export const OPENING_MODES: Translated<typeof English.OPENING_MODES> = {
	auto: { name: 'Automático', note: '' },
	'single-direct': { name: 'Ambas a la vez', note: '' },
	'single-delay': {
		name: 'Una pata primero',
		note: 'La primera pata espera como orden maker y luego cruza el diferencial. Cada ejecución se cubre en el otro exchange.',
	},
	grid: {
		name: 'Rejilla de tramos',
		note: 'Cada tramo espera hasta que la base de precio alcance su nivel. Al vencer el plazo, Carrywire descarta los tramos sin abrir. La parte ejecutada sigue activa.',
	},
};

/** Palabra de cada estado, con su estilo y la nota de abajo. */
export const STATUS_WORDS: Translated<typeof English.STATUS_WORDS> = {
	queued: {
		word: 'En cola',
		look: 'warn',
		next: 'Guardada. Carrywire va a enviar las primeras órdenes.',
	},
	opening: {
		word: 'Abriendo',
		look: 'warn',
		next: 'Las órdenes trabajan en ambos exchanges. Si una pata se adelanta, Carrywire completa la otra o recorta el exceso.',
	},
	running: {
		word: 'Activa',
		look: 'good',
		next: 'Ambas patas están abiertas. Carrywire anota cada cobro de financiación y vigila las reglas de salida.',
	},
	closing: {
		word: 'Cerrando',
		look: 'warn',
		next: 'Ambas patas se están cerrando. Carrywire espera hasta que ambos exchanges confirmen tamaño cero.',
	},
	closed: { word: 'Cerrada', look: '', next: 'Ambos exchanges confirman tamaño cero.' },
	failed: { word: 'Fallida', look: 'bad', next: 'La posición no se abrió. Ambas patas están a cero.' },
	needs_attention: {
		word: 'Pide atención',
		look: 'bad',
		next: 'Carrywire necesita tu decisión. Lee el motivo y comprueba las posiciones en ambos exchanges.',
	},
};

/** Texto antes del motivo de un estado. */
export const STATUS_REASON: Translated<typeof English.STATUS_REASON> = 'Motivo:';

/** Textos de `OpenExecution`, la tarjeta de una posición abierta. */
export const CARD: Translated<typeof English.CARD> = {
	long: (exchange) => `▲ largo en ${exchange}`,
	short: (exchange) => `▼ corto en ${exchange}`,
	since: 'desde el',
	notReconciled: 'aún sin conciliar con ambos exchanges',
	reconciled: (age) => `conciliada con ambos exchanges hace ${age}`,
	total: 'Resultado hasta ahora',
	totalNote: (percent, amount) => `${percent} de ${amount}`,
	funding: 'Financiación hasta ahora',
	fundingNote: 'recibida menos pagada',
	unhedged: 'Sin cobertura ahora',
	unhedgedNote: (delta) => `delta neto ${delta}`,
	liquidation: 'Distancia a la liquidación',
	liquidationNote: 'movimiento del precio que liquidaría la pata más cercana',
	expected: 'Financiación esperada',
	expectedNote: 'próximos 30 días o hasta el límite de tiempo, % de una pata',
	notKnown: 'desconocida',
	advice: 'Consejo',
	adviceWords: { hold: 'Mantener', close: 'Cerrar', unknown: 'Desconocido' },
	settlements: 'Próximos cobros',
	details: (coin) => `Patas, resultado y financiación de ${coin}`,
	more: 'Ver detalles',
};

/** Textos de `OpeningProgress`. */
export const PROGRESS: Translated<typeof English.PROGRESS> = {
	done: (done, total) => `${done} de ${total}`,
	left: (total, left) =>
		`${total === 1 ? 'tramo abierto' : 'tramos abiertos'}, ${left === 1 ? 'falta' : 'faltan'} ${left}`,
	open: 'Abierto en ambas patas',
	openOf: (opened, quantity) => `${opened} de ${quantity}`,
	openNote: (usd) => `${usd} hasta ahora`,
	next: 'Próximo tramo',
	level: (basis) => `base ≥ ${basis}`,
	anyBasis: 'con cualquier base',
	nextNote: (basis, isReached) => `ahora ${basis}${isReached ? ', alcanzada' : ''}`,
	timeLeft: 'Tiempo restante',
	until: 'hasta el',
	timeLeftNote: 'después la parte ejecutada sigue activa',
};

/** Lados de una posición, para `Legs`, `FundingSteps`, `Settlements`, `SettleNow` y `Timeline`. */
export const SIDES: Translated<typeof English.SIDES> = { long: '▲ Larga', short: '▼ Corta' };

/** Textos de `Legs`. */
export const LEGS: Translated<typeof English.LEGS> = {
	box: 'Ambas patas',
	leg: 'Pata',
	size: 'Tamaño',
	entry: 'Entrada',
	mark: 'Marca',
	liquidation: 'Liquidación',
	margin: 'Margen',
	unrealised: 'No realizado',
	netDelta: 'Delta neto',
	netDeltaNote: 'pata larga menos corta; 0 está cubierto',
	netDeltaText: (delta, usd) => `${delta}, ${usd} sin cobertura`,
	unhedgedTime: 'Tiempo sin cobertura',
	unhedgedTimeNote: 'tiempo total con patas desiguales',
	distance: 'Distancia a la liquidación',
	distanceNote: 'pata más cercana, % de su precio de marca',
	reconciled: 'Conciliada con ambos exchanges',
	notReconciled: 'aún no',
};

/** Textos de `ProfitSplit`. */
export const SPLIT: Translated<typeof English.SPLIT> = {
	caption: 'Ganancias y pérdidas por causa, en USD',
	head: 'Ganancias y pérdidas',
	price: 'Precio',
	priceNote: 'ambas patas juntas, a precios medios',
	funding: 'Financiación',
	fundingNote: 'recibida menos pagada',
	fees: 'Comisiones',
	slippage: 'Deslizamiento',
	slippageNote: 'precios de ejecución frente al precio medio al decidir',
	total: 'Total',
	totalNote: (percent) => `${percent} del capital máximo`,
	longLeg: 'Pata larga',
	shortLeg: 'Pata corta',
	realised: 'Realizado',
	realisedNote: 'anotado',
	unrealised: 'No realizado',
	unrealisedNote: 'tamaño abierto a precios de marca',
};

/** Textos de `FundingSteps` y `Settlements`. */
export const FUNDING: Translated<typeof English.FUNDING> = {
	received: (usd) => `Financiación en el tiempo: recibido ${usd}`,
	paid: (usd) => `pagado ${usd}`,
	net: 'neto',
	perLeg: (long, short) => `(pata larga ${long}, pata corta ${short})`,
	noneYet: 'Aún no hay ningún cobro anotado. La financiación se paga y se recibe solo en los cobros.',
	all: (count) => (count === 1 ? '1 cobro' : `Los ${count} cobros`),
	box: 'Cobros',
	newestFirst: 'Cobros, los más recientes primero',
	settled: 'Cobrado',
	exchange: 'Exchange',
	leg: 'Pata',
	rate: 'Tasa',
	amount: 'Importe',
	cumulative: 'Acumulado',
	intro:
		'En cada cobro, el exchange paga o cobra financiación sobre el tamaño de la pata. Con una tasa positiva, la pata larga paga y la corta recibe. Una tasa negativa invierte esto.',
	settlesIn: (exchange) => `${exchange}: próximo cobro`,
	at: (time) => `a las ${time}`,
	estimatedRate: 'tasa estimada',
	booked: (payments) => `Cobro anotado: ${payments}.`,
	payment: (exchange, time, amount) => `${exchange} a las ${time}, ${amount} USD`,
	endedBefore: 'La posición se cerró antes de cualquier cobro.',
	waiting:
		'Aún no hay ningún cobro anotado. Cada uno aparece aquí cuando el exchange lo publica, casi siempre en un minuto.',
	fresh: 'nuevo',
	sum: (received, paid) => `Recibido ${received}, pagado ${paid}`,
};

/** Textos de `SettleNow`. */
export const SETTLE_NOW: Translated<typeof English.SETTLE_NOW> = {
	button: 'Cobrar ambas patas ahora',
	note: 'Solo en exchanges simulados. Esto añade un cobro con las tasas estimadas, además de los regulares.',
	done: 'Ambos exchanges hicieron el cobro. Los pagos aparecen abajo, casi siempre en un minuto.',
};

/** Textos de `Timeline`. */
export const TIMELINE: Translated<typeof English.TIMELINE> = {
	box: 'Pasos, los más recientes primero',
	time: 'Hora',
	after: 'Tras el anterior',
	leg: 'Pata',
	event: 'Evento',
	sides: { long: '▲ larga', short: '▼ corta' },
	both: 'ambas',
	count: (shown, total, isWhole) => {
		if (isWhole) return total === '1' ? '1 paso, del diario.' : `${total} pasos, del diario.`;
		return `Los últimos ${shown} de ${total} pasos.`;
	},
	most: (most) => `La lista muestra como máximo ${most}.`,
};

/** Textos de `ActPanel` y `ActOutcome`. */
export const ACT: Translated<typeof English.ACT> = {
	leave: 'Volver',
	refused: (what) => `Acción rechazada: ${what.toLowerCase()}. No se envió ninguna orden.`,
	lostButDone: (what) => `La respuesta se perdió, pero la acción se completó: ${what.toLowerCase()}.`,
	lost: (what, ifLost) =>
		`La respuesta se perdió: ${what.toLowerCase()}. El resultado es desconocido. ${ifLost}`,
};

/** Textos de `CloseAction`. */
export const CLOSE: Translated<typeof English.CLOSE> = {
	what: 'Cierre',
	button: 'Cerrar posición …',
	heading: (coin, long, short) => `Cerrar ${coin}: largo en ${long}, corto en ${short}`,
	share: 'Cuánto',
	all: 'Todo',
	percent: (share) => `${share} %`,
	other: 'Otro',
	otherLabel: 'Parte que se cierra',
	otherUnit: '%',
	otherFault: 'Escribe un número mayor que 0 y de hasta 100.',
	style: 'Cómo',
	taker: 'Al instante (taker)',
	maker: 'Una pata en espera de un precio mejor (maker)',
	makerNote:
		'Una pata espera en el libro; la otra sigue cada ejecución. Después el resto se cierra como taker.',
	minutes: 'Esperar como máximo',
	minutesUnit: 'minutos',
	minutesFault: 'Escribe un número entero de 1 a 60.',
	orders:
		'Órdenes de solo reducción cierran ambas patas dentro del límite de deslizamiento. Un tamaño grande se cierra en tramos.',
	whole:
		'El cierre termina cuando ambos exchanges confirman tamaño cero. El servicio lo espera hasta 20 segundos.',
	part: 'Carrywire redondea el tamaño hacia abajo hasta uno que ambos exchanges acepten.',
	busy: 'Cerrando …',
	confirm: (coin, share) =>
		share === 100 ? `Cerrar todo el ${coin} ahora` : `Cerrar el ${share} % de ${coin} ahora`,
	foundEnded: 'Ambos exchanges confirman tamaño cero.',
	foundClosing: 'Ambas patas se están cerrando.',
	ifLostWhole:
		'El estado se actualiza cuando el servicio vuelve a responder. Puedes cerrar otra vez sin riesgo.',
	sizes: (long, short) => `${long} y ${short}`,
	ifLostPart: (before, now) =>
		`Antes del cierre, las patas tenían ${before}; ahora tienen ${now}. Un segundo cierre reduce la posición otra vez.`,
};

/** Textos de `ClosePreview`. Cada fila es una causa del resultado, con una nota. */
export const CLOSE_PREVIEW: Translated<typeof English.CLOSE_PREVIEW> = {
	box: 'Resultado esperado del cierre',
	caption: 'Resultado esperado del cierre, en USD',
	loading: 'el resultado esperado del cierre',
	fault: 'No se puede mostrar el resultado esperado del cierre.',
	head: 'Esperado, en USD',
	legs: { long: (exchange) => `larga ${exchange}`, short: (exchange) => `corta ${exchange}` },
	both: 'Ambas',
	quantity: 'Cantidad',
	quantityNote: 'que se cierra / actual',
	of: (part, whole) => `${part} de ${whole}`,
	price: 'Precio por moneda',
	priceNote: 'entrada → salida esperada',
	causes: {
		price_pnl: ['Precio', 'cambio de la base desde la entrada'],
		closed_pnl: ['Cierres anteriores', 'ganancia entre las ejecuciones de entrada y de salida'],
		funding_pnl: ['Financiación hasta ahora', 'recibida menos pagada'],
		fees_paid: ['Comisiones hasta ahora', 'todas las ejecuciones'],
		exit_fees: ['Comisiones de salida', 'esperadas para este cierre'],
		exit_slippage: ['Deslizamiento de salida', 'esperado en los libros de órdenes con tu tamaño'],
	},
	result: 'Resultado',
	resultNote: (percent) => `${percent} del capital máximo`,
	book: (exchange, age) => `Libro de ${exchange}: de hace ${age}.`,
	booksMove: 'Los precios pueden moverse antes de que lleguen las órdenes.',
};

/** Textos de `CancelAction`. */
export const CANCEL: Translated<typeof English.CANCEL> = {
	what: 'Cancelación',
	ifLost:
		'El estado se actualiza cuando el servicio vuelve a responder. Puedes cancelar otra vez sin riesgo.',
	foundEnded: 'La posición terminó. Ambas patas están a cero.',
	foundKept: 'La apertura se detuvo. La posición sigue activa.',
	withdraw: {
		button: 'Cancelar cierre …',
		heading: '¿Cancelar el cierre?',
		note: 'Ambas patas tienen el mismo tamaño y el cierre espera. Continúa cuando ambos contratos vuelvan a operar. Si lo cancelas, la posición sigue activa con sus reglas de salida. Puedes cerrarla otra vez en cualquier momento.',
		busy: 'Cancelando …',
		confirm: 'Cancelar cierre ahora',
		done: 'Cierre cancelado. La posición sigue activa.',
	},
	stop: {
		button: 'Detener apertura y conservar posición …',
		heading: '¿Detener la apertura y conservar la posición?',
		held: (long, short) => `La pata larga tiene ahora ${long} y la corta ${short}.`,
		note: 'Carrywire cancela las órdenes en espera y equilibra las patas. La posición cubierta sigue activa con sus reglas de salida.',
		busy: 'Deteniendo …',
		confirm: 'Detener apertura ahora',
	},
	unwind: {
		button: 'Cancelar y reducir …',
		heading: '¿Detener la apertura y cerrar la posición?',
		note: 'Carrywire cancela las órdenes en espera y no abre nada más. Después, órdenes de solo reducción cierran ambas patas; tú pagas sus comisiones. La posición termina a cero.',
		busy: 'Cancelando …',
		confirm: 'Cancelar y reducir ahora',
	},
};

/** Textos de `ExitRulesAction`. */
export const EXIT: Translated<typeof English.EXIT> = {
	what: 'Cambio',
	none: 'No hay reglas de salida. La posición sigue abierta hasta que alguien la cierre.',
	button: 'Editar reglas de salida …',
	heading: 'Editar reglas de salida',
	busy: 'Guardando …',
	save: 'Guardar reglas de salida',
	unchanged: 'Aún no hay cambios.',
	extend: 'Ampliar un intervalo de financiación',
	ifLost: 'Las reglas de arriba se actualizan cuando el servicio vuelve a responder.',
	saved: 'Reglas de salida guardadas.',
	off: 'sin regla',
	reversal: 'Cerrar cuando la financiación se invierta',
	reversalNote:
		'Requiere una financiación media negativa en 30 días. Además, la pérdida prevista en 30 días debe superar la mitad de los costes de ida y vuelta.',
};

/** Campos de las reglas de salida. Una regla se lee `<label> <value> <unit>`; `one` es la unidad del valor 1. */
export const EXIT_RULES: Translated<typeof English.EXIT_RULES> = {
	max_hours: {
		label: 'Cerrar después de',
		unit: 'horas',
		one: 'hora',
		meaning: 'Cierra cuando pasa este tiempo desde la apertura.',
	},
	max_epochs: {
		label: 'Cerrar después de',
		unit: 'intervalos de financiación',
		one: 'intervalo de financiación',
		meaning: 'Un intervalo es el más largo de los intervalos de financiación de ambas patas.',
	},
	take_profit_pct: {
		label: 'Tomar ganancias con',
		unit: '% del capital',
		meaning: 'Cierra cuando el resultado tras los costes de salida alcanza esta ganancia.',
	},
	stop_loss_pct: {
		label: 'Cortar pérdidas con',
		unit: '% del capital',
		meaning: 'Cierra cuando el resultado tras los costes de salida alcanza esta pérdida.',
	},
	min_liquidation_distance_pct: {
		label: 'Cerrar a menos de',
		unit: '% de la liquidación',
		meaning: 'Cierra cuando un precio de marca está a esta distancia de la liquidación, en % del mismo.',
	},
	min_spread_apr_pct: {
		label: 'Cerrar con un diferencial de financiación inferior a',
		unit: '% al año',
		meaning: 'Cierra cuando el diferencial con las tasas actuales sigue más bajo durante 30 minutos.',
	},
	min_net_apr_pct: {
		label: 'Cerrar con un neto esperado inferior a',
		unit: '% al año',
		meaning: 'Cierra cuando la previsión tras los costes de salida sigue más baja durante diez minutos.',
	},
};

/** Mensaje sobre un valor fuera de los límites de una regla que puede ser negativa. */
export const signedRuleFault: Translated<typeof English.signedRuleFault> = (label, unit, to) =>
	`${label}: escribe un número de -${to} a ${to} ${unit}, o deja el campo vacío.`;

/** Mensaje sobre un valor fuera de los límites de una regla. */
export const exitRuleFault: Translated<typeof English.exitRuleFault> = (label, unit, most, isWhole) => {
	const range = isWhole ? `un número entero de 1 a ${most}` : `un número mayor que 0 y de hasta ${most}`;
	return `${label}: escribe ${range} ${unit}, o deja el campo vacío.`;
};
