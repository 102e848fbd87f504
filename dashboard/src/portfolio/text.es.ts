/** Textos de la página «Cartera», por componente. Las funciones insertan cifras en una frase. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './text.ts';

/** Textos de `PortfolioPage`. */
export const PORTFOLIO: Translated<typeof English.PORTFOLIO> = {
	title: 'Cartera',
	access: 'Tu cartera',
	loading: 'la cartera',
	fault: 'No se puede mostrar la cartera.',
	noUpdates: 'Las actualizaciones en vivo se detuvieron.',
	notLive: (time) => `Sin datos en vivo: cifras de las ${time}`,
	noExchange: 'Aún no hay ningún exchange conectado',
	oneExchange: 'Conecta un segundo exchange',
	whyTwo:
		'Una posición está en largo en un exchange y en corto en otro. Los movimientos del precio se compensan y tú conservas la diferencia de financiación. Necesitas una cuenta en ambos.',
	connect: 'Conectar un exchange',
	open: 'Posiciones abiertas',
	nothingOpen: 'No hay posiciones abiertas.',
	nextStep:
		'Elige una oportunidad con el veredicto Operar. Su vista previa muestra cada coste y cada control antes de cualquier orden.',
	browse: 'Ver oportunidades',
};

/** Textos de `PositionsTable`, sus herramientas, filas y menú. Cada columna tiene un nombre y una unidad. */
export const TABLE: Translated<typeof English.TABLE> = {
	label: 'Posiciones abiertas',
	box: 'Posiciones, desplazable',
	columns: {
		coin: ['Moneda', ''],
		exchanges: ['Largo / corto', ''],
		status: ['Estado', ''],
		size: ['Tamaño', 'monedas'],
		invested: ['Invertido', 'USD'],
		net: ['Neto', 'USD'],
		return: ['Retorno', '%'],
		price: ['Precio', 'USD'],
		funding: ['Financ.', 'USD'],
		received: ['Recibido', 'USD'],
		fees: ['Comis.', 'USD'],
		slippage: ['Desliz.', 'USD'],
		settlement: ['Cobro', ''],
		basis: ['Base', ''],
		delta: ['Delta', 'monedas'],
		liquidation: ['Liq.', '%'],
		age: ['Edad', ''],
	},
	meanings: {
		coin: 'Ordenar por moneda',
		exchanges: 'Exchange de la pata larga / de la pata corta',
		status: 'Estado de la posición',
		size: 'Tamaño de la pata mayor',
		invested: 'Ambas patas a su valor de entrada',
		net: 'Ganancia neta hasta ahora: precio, financiación, comisiones y deslizamiento',
		return: 'Ganancia neta como parte del capital máximo',
		price: 'Resultado de los movimientos del precio en ambas patas',
		funding: 'Financiación recibida menos pagada',
		received: 'Financiación recibida',
		fees: 'Comisiones de las órdenes',
		slippage: 'Deslizamiento: precios de ejecución frente al precio medio',
		settlement: 'Tiempo hasta el próximo cobro de financiación de cualquiera de las patas',
		basis: 'Precio de marca de la pata corta por encima del de la pata larga',
		delta: 'Pata larga menos corta; 0 está cubierto',
		liquidation: 'Movimiento del precio que liquidaría la pata más cercana',
		age: 'Tiempo desde que se aceptó la apertura',
	},
	row: (symbol) => symbol,
	long: 'largo en',
	short: 'corto en',
	fundingParts: (received, paid) => `recibido ${received} USD, pagado ${paid} USD`,
	sizes: (long, short, coin) => `pata larga ${long} ${coin}, pata corta ${short} ${coin}`,
	menu: (coin) => `Acciones para ${coin}`,
	actionsHead: 'Acciones',
	actions: {
		details: 'Ver detalles',
		close: 'Cerrar o detener …',
		opportunity: 'Ver oportunidad',
		more: 'Vista previa de otra posición',
	},
	coin: 'Moneda',
	exchange: 'Exchange',
	allExchanges: 'Todos los exchanges',
	status: 'Estado',
	allStatuses: 'Todos los estados',
	sort: 'Ordenar por',
	newest: 'Las más recientes primero',
	count: (shown, all) =>
		shown === all ? `${all} ${all === 1 ? 'posición' : 'posiciones'}` : `${shown} de ${all} posiciones`,
	chooser: 'Columnas',
	export: 'Exportar CSV',
	file: 'carrywire-posiciones.csv',
	none: 'Ninguna posición coincide con los filtros.',
};

/** Textos de `SummaryFigures`. */
export const SUMMARY: Translated<typeof English.SUMMARY> = {
	title: 'Resumen',
	running: 'Activas',
	ofTotal: (total) => `de ${total} en total`,
	invested: 'Invertido',
	investedNote: 'ambas patas a su valor de entrada',
	unrealised: 'No realizado',
	unrealisedNote: 'posiciones abiertas a precios de marca',
	realised: 'Realizado',
	realisedNote: 'tamaño cerrado y financiación, menos comisiones',
	fundingReceived: 'Financiación recibida',
	fundingPaid: 'Financiación pagada',
	fundingNote: 'todos los cobros hasta ahora',
	roi: 'Retorno',
	roiNote: 'sobre el capital máximo de todas las posiciones',
	dailyRoi: '24 horas',
	dailyRoiNote: 'retorno sobre el capital de ese tiempo',
	noMark: 'desconocido: falta un precio de marca actual',
	noCapital: 'no hubo capital invertido en ese tiempo',
	nothingInvested: 'aún no se ha invertido nada',
};

/** Textos de `Attention` y `attention.ts`. */
export const ATTENTION: Translated<typeof English.ATTENTION> = {
	title: 'Requiere tu atención',
	away: 'El servicio no responde.',
	awayNote: 'Sigue gestionando tus posiciones. La lista de abajo es el último estado conocido.',
	nothing: 'Nada por ahora.',
	nothingNote:
		'Aquí aparecen patas sin cobertura, cuentas desactualizadas, cambios de capital sin explicar, margen bajo y claves rechazadas.',
	now: 'Ahora',
	soon: 'Pronto',
	position: (coin, long, short) => `${coin}, largo en ${long}, corto en ${short}`,
	details: (coin) => `Ver detalles de ${coin}`,
	review: (position, reason) => `${position}: requiere tu revisión. ${reason}`.trim(),
	reviewAct:
		'Compara las posiciones en ambos exchanges con las cifras de abajo. Luego cierra la posición o cancela su apertura.',
	legs: { long: 'larga', short: 'corta' },
	unhedged: (position, size, leg, usd) =>
		`${position}: ${size} de la pata ${leg} están sin cobertura (${usd}). Los movimientos del precio afectan a tu resultado.`,
	unhedgedMovingAct: 'Carrywire equilibra las patas de forma automática. Actúa solo si esto persiste.',
	unhedgedAct:
		'Carrywire intenta equilibrar las patas. Si esto persiste, cierra la posición o elimina el exceso en el exchange.',
	reversed: (position, reason) => `${position}: la financiación se invirtió. ${reason}`,
	reversedAct:
		'Cierra la posición, salvo que esperes una recuperación. La regla «Cerrar cuando la financiación se invierta» lo hace sola.',
	unexplained: (exchange, usd) =>
		`${exchange}: ${usd} del cambio de capital no tiene causa conocida. Este importe debería ser 0.`,
	unexplainedAct: (exchange) =>
		`Compara el historial de la cuenta en ${exchange} con el libro de cuentas de abajo. Luego vuelve a operar.`,
	stale: (exchange, reason) => `${exchange}: Carrywire no pudo leer la cuenta. ${reason}`.trim(),
	staleAct:
		'Sus cifras son antiguas. Carrywire lo reintenta de forma automática. Si esto persiste, comprueba la clave en la página Exchanges.',
	margin: (exchange, reason) => `${exchange}: el margen es bajo. ${reason}.`,
	marginAct: 'Mueve margen a este exchange o reduce sus posiciones.',
	account: (exchange, label) => `${exchange}, cuenta ${label}`,
	keyRejected: (account, reason) => `${account}: el exchange rechaza su clave. ${reason}`.trim(),
	keyRejectedAct: 'Conecta la cuenta otra vez con otra clave. Tus posiciones y tu historial se conservan.',
	checkFailed: (account, step) =>
		`${account}: la autocomprobación falló, así que Carrywire no abre posiciones en ella. ${step}`.trim(),
	checkFailedAct: 'Corrige el paso fallido y repite la autocomprobación.',
	exchanges: 'Ir a Exchanges',
};

/** Textos de `KillSwitch`. */
export const KILL: Translated<typeof English.KILL> = {
	title: 'Parada de emergencia',
	lastKnown: 'Último estado conocido:',
	halted: 'Operaciones detenidas',
	haltedAt: (where) => `Operaciones detenidas ${where}`,
	by: (who) => `Detenidas por ${who} el`,
	reason: (why) => `Motivo: ${why}.`,
	nothingOpen: 'No hay ninguna posición abierta.',
	closing: 'Las posiciones abiertas se están cerrando.',
	continues: 'Las posiciones abiertas continúan. Siempre puedes cerrarlas.',
	operatorOnly: 'Solo el operador puede reanudar.',
	closesToo: (where) => `Las posiciones ${where} también se están cerrando.`,
	allowed: 'Operaciones permitidas',
	allowedNote: 'Puedes abrir posiciones, y tus agentes también.',
	resume: {
		what: 'Reanudación',
		button: 'Reanudar operaciones …',
		heading: '¿Reanudar las operaciones?',
		note: 'Después puedes abrir posiciones otra vez, y tus agentes también, dentro de sus límites. Las posiciones cerradas o canceladas mientras tanto siguen cerradas.',
		closing: 'Los cierres en curso terminan; las demás posiciones siguen abiertas.',
		busy: 'Reanudando …',
		confirm: 'Reanudar operaciones ahora',
		ifLost:
			'El estado de arriba se actualiza cuando el servicio vuelve a responder. Puedes reanudar otra vez sin riesgo.',
		stillHalted: 'Tu detención terminó, pero quedan otras.',
	},
	halt: {
		what: 'Detención',
		button: 'Detener operaciones …',
		heading: '¿Detener las operaciones?',
		meanings: [
			[
				'Se detiene',
				'Ni tú, ni tus agentes, ni tus programas pueden abrir más posiciones. Las posiciones en apertura no crecen más.',
			],
			[
				'Continúa',
				'Las posiciones abiertas pagan y reciben financiación. Las reglas de salida, los cierres manuales y las alertas siguen en marcha.',
			],
			['Termina', 'Cuando reanudas las operaciones. Un reinicio del servicio no termina la detención.'],
		],
		positions: (coins) => (coins === '' ? 'Posiciones abiertas' : `Posiciones abiertas (${coins})`),
		keep: 'Mantenerlas abiertas',
		close: 'Cerrarlas también.',
		busy: 'Deteniendo …',
		confirm: 'Detener operaciones ahora',
		confirmAll: 'Detener y cerrar todas las posiciones ahora',
		ifLost:
			'El estado de arriba se actualiza cuando el servicio vuelve a responder. Puedes detener otra vez sin riesgo.',
	},
	closeAll: {
		button: 'Cerrar todas las posiciones …',
		heading: '¿Cerrar todas las posiciones?',
		note: (coins) =>
			`Carrywire cierra las posiciones activas${coins} a los precios actuales del libro y deshace las aperturas. Esto cuesta comisiones y no tiene vuelta atrás.`,
		none: 'ninguna ahora',
		confirm: 'Cerrar todas las posiciones ahora',
	},
	reasonField: 'Motivo',
	reasonHint: 'opcional; aparece con cada rechazo',
};

/** Textos de `halt-words.ts`: lugares, personas y motivos en frases sobre detenciones. */
export const HALTS: Translated<typeof English.HALTS> = {
	onExchange: (exchange) => `en ${exchange}`,
	everywhere: 'en todos los exchanges',
	you: 'tu usuario',
	restore: 'la restauración de una copia de seguridad',
	operator: 'el operador',
	noReason: 'no se indicó ninguno',
};

/** Textos de `AccountRows`. */
export const ACCOUNTS: Translated<typeof English.ACCOUNTS> = {
	title: 'Cuentas y margen',
	exchange: 'Exchange',
	equity: 'Capital',
	available: 'Disponible',
	marginUsed: 'Margen usado',
	runway: 'Margen restante',
	updated: 'Actualizado',
	noMargin: 'Sin margen en uso.',
	unknown: 'Aún desconocido. El motivo está abajo.',
	reasons: (count) => `Motivos de las cifras ausentes o antiguas (${count})`,
	stale: 'Desactualizada',
	never: 'nunca leída',
	changesTitle: 'Cambio del capital por causa',
	changesUnit: 'desde la conexión, USD',
	change: 'Cambio',
	positions: 'Posiciones',
	otherTrades: 'Otras operaciones',
	transfers: 'Depósitos, transferencias',
	revaluation: 'Revalorización',
	unexplained: 'Sin explicar',
	terms: [
		['Capital', 'valor de la cuenta si todas las posiciones se cerraran a precios de marca.'],
		['Disponible', 'capital que aún puedes usar como margen.'],
		[
			'Margen restante',
			'tiempo hasta que un movimiento de dos desviaciones estándar pueda alcanzar un precio de liquidación.',
		],
		['Posiciones', 'ganancias y pérdidas de las posiciones que Carrywire gestiona.'],
		['Otras operaciones', 'ganancias y pérdidas de posiciones y operaciones que Carrywire no gestiona.'],
		['Depósitos, transferencias', 'incluye conversiones e intereses.'],
		['Revalorización', 'cambios de precio de activos distintos de USDT.'],
		['Sin explicar', 'cambio sin causa conocida. Debería ser 0.'],
	],
};

/** Textos de `MarginAdvice`. */
export const MARGIN: Translated<typeof English.MARGIN> = {
	title: 'Consejo sobre el margen',
	lead: (hours) => `Cuentas cuyo margen dura menos de ${hours} horas, las más urgentes primero.`,
	exchange: 'Cuenta',
	lasts: 'Dura',
	distance: 'Hasta la liquidación',
	lacks: 'Faltan',
	todo: 'Qué hacer',
	hours: (hours) => `${hours} h`,
	own: (amount, symbol) => `Añade ${amount} USD de su propio saldo a ${symbol}.`,
	move: (amount, asset, from) => `Mueve ${amount} ${asset} desde ${from}.`,
	missing: (amount) => `Deposita ${amount} USD o cierra una parte.`,
	note: 'Dura: hasta que un movimiento de dos desviaciones estándar pueda alcanzar el precio de liquidación.',
};

/** Textos de `ClosedHistory`, sus filtros y `history-query.ts`. */
export const HISTORY: Translated<typeof English.HISTORY> = {
	title: 'Historial',
	loading: 'el historial',
	fault: 'No se puede mostrar el historial.',
	stale: 'No se puede actualizar el historial.',
	empty:
		'Aún no ha terminado ninguna posición. Esta lista guarda para siempre las posiciones cerradas, con sus resultados.',
	noMatch: 'Ninguna posición cerrada coincide con los filtros.',
	columns: {
		symbol: ['Posición', ''],
		status: ['Desenlace', ''],
		closed_at: ['Abierta / cerrada', ''],
		held: ['Duración', ''],
		filled_amount: ['Invertido', 'USD'],
		price_pnl: ['Precio', 'USD'],
		funding_pnl: ['Financiación', 'USD'],
		fee_cost: ['Comisiones', 'USD'],
		slippage_cost: ['Deslizamiento', 'USD'],
		total_pnl: ['Total', 'USD'],
		total_pnl_pct: ['Retorno', '%'],
	},
	filters: 'Filtrar el historial',
	coin: 'Moneda',
	long: 'Exchange en largo',
	anyLong: 'Largo: cualquier exchange',
	short: 'Exchange en corto',
	anyShort: 'Corto: cualquier exchange',
	outcome: 'Desenlace',
	outcomes: { '': 'Cualquier desenlace', profit: 'Ganancia', loss: 'Pérdida', failed: 'Sin abrir' },
	from: 'Cerrada desde',
	to: 'hasta',
	day: 'UTC',
	reset: 'Restablecer filtros',
	periodFault: 'El período termina antes de empezar.',
	onRequest: 'Cerrada a petición.',
	partOnRequest: 'Cerrada en parte a petición.',
	pages: 'Páginas del historial',
	previous: 'Página anterior',
	next: 'Página siguiente',
	page: (page, pages, count) =>
		`Página ${page} de ${pages}, ${count} ${count === 1 ? 'posición' : 'posiciones'}.`,
	note: 'Exchanges: largo / corto. Retorno: como porcentaje del capital máximo.',
};

/** Textos de `LedgerDownload` y `LedgerExport`. */
export const LEDGER: Translated<typeof English.LEDGER> = {
	download: 'Descargar libro de cuentas (CSV)',
	downloadNote: 'cada ejecución, comisión y cobro de esta posición',
	busy: 'Preparando …',
	downloadFault: 'No se puede descargar el libro de cuentas.',
	title: 'Exportar el libro de cuentas',
	intro:
		'El CSV tiene una fila por cada ejecución, comisión y cobro de todas tus posiciones. No contiene depósitos ni transferencias.',
	columns:
		'Columnas, con nombres en inglés: hora, exchange, moneda, tipo, lado, cantidad, precio, importe, valor en USD, tasa de financiación, identificadores.',
	noLimit: 'Deja una fecha vacía si no quieres límite.',
	from: 'Desde',
	fromHint: 'UTC, incluido',
	until: 'Hasta',
	untilHint: 'UTC, excluido',
	export: 'Descargar CSV',
	saved: (name) => `Se descargó ${name}.`,
	exportFault: 'No se puede exportar el libro de cuentas.',
};

/** Textos de `AlertsLine`. */
export const ALERTS: Translated<typeof English.ALERTS> = {
	title: 'Alertas recientes',
	none: 'Aún no hay alertas.',
	last: (count) => `${count === 1 ? '1 alerta' : `${count} alertas`}; la última:`,
	all: 'Ver alertas',
};
