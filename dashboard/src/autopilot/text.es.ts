/** Spanish text for the Autopilot page. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as english from './text.ts';

/** UI text for `AutopilotPage`. */
export const PAGE: Translated<typeof english.PAGE> = {
	title: 'Piloto automático',
	intro: 'Fondos de capital que el servicio planifica y opera dentro de tus límites.',
	guide: 'Cómo funcionan los fondos',
	plan: 'Ver antes un plan',
	whatIf: 'Probar una sacudida',
	access: 'Tus fondos',
	loading: 'tus fondos',
	fault: 'No se pueden mostrar tus fondos.',
	accountsFault: 'No se pueden leer tus cuentas.',
};

/** UI text for `SuggestionList`. */
export const SUGGESTIONS: Translated<typeof english.SUGGESTIONS> = {
	title: 'Esperan tu respuesta',
	count: (count) => (count === 1 ? '1 cambio' : `${count} cambios`),
	note: 'Cada cambio se comprueba otra vez antes de enviar una orden. El que ya no compensa se rechaza.',
	of: (pot) => `Fondo ${pot}`,
	until: 'Responde antes de',
	noLimit: 'Sin límite de tiempo: solo reduce.',
	confirm: 'Confirmar',
	decline: 'Rechazar',
	confirmAll: (count) => `Confirmar los ${count}`,
	declineAll: (count) => `Rechazar los ${count}`,
	ofPot: (pot) => `cambios de ${pot}`,
	real: 'Confirmar órdenes reales',
	send: (change) => `Enviar: ${change}`,
	sendAll: (count) => `Enviar ${count} cambios`,
	realNote: 'El servicio envía las órdenes de ambas patas a la vez.',
	answered: 'Tu respuesta está guardada.',
	readOnly: 'Aquí solo puedes leer.',
};

/** Names of the kinds of pots, states and modes. */
export const WORDS: Translated<typeof english.WORDS> = {
	states: { running: 'En marcha', paused: 'En pausa', stopping: 'Deteniéndose', stopped: 'Detenido' },
	looks: { running: 'good', paused: 'warn', stopping: 'warn', stopped: '' },
	modes: { suggest: 'sugiere', act: 'actúa' },
	shadow: 'fondo sombra, simulado',
	agent: (id) => `del agente ${id}`,
};

/** UI text for `PotList`. */
export const LIST: Translated<typeof english.LIST> = {
	title: 'Tus fondos',
	empty: 'Todavía no tienes ningún fondo.',
	columns: {
		name: 'Fondo',
		state: 'Estado',
		equity: 'Patrimonio',
		profit: 'Ganancia',
		drawdown: 'Caída',
		actions: 'Acciones',
	},
	besideCash: (usd) => `efectivo: ${usd}`,
	besideShadow: (usd) => `sombra: ${usd}`,
	ofStop: (percent) => `tope: ${percent}`,
	noStop: 'sin tope',
	view: 'Ver',
	suggests: (count) => (count === 1 ? '1 cambio te espera' : `${count} cambios te esperan`),
};

/** UI text for `PotView`. */
export const VIEW: Translated<typeof english.VIEW> = {
	since: (what) => `${what} desde`,
	waits: 'Espera con su decisión.',
	capital: 'Capital',
	equity: 'Patrimonio',
	equityUnknown: 'Falta un precio actual.',
	profit: 'Ganancia',
	cash: 'El efectivo habría rendido',
	shadow: 'Fondo sombra',
	shadowUnknown: 'desconocido',
	drawdown: 'Caída',
	drawdownBar: (share, stop) => `Caída: ${share} del capital; el tope es ${stop}.`,
	stopAt: (percent, action) => `tope en ${percent}: ${action}`,
	noStop: 'sin tope',
	notMeasured: 'se mide mientras está en marcha',
	stops: { pause: 'se pone en pausa', close: 'lo cierra todo' },
	next: 'Próxima decisión diaria',
	noNext: 'ninguna',
	holdings: 'Posiciones',
	noHoldings: 'El fondo no tiene ninguna posición.',
	columns: {
		coin: 'Moneda',
		long: 'Largo',
		short: 'Corto',
		notional: 'Cada pata',
		profit: 'Ganancia',
		position: 'Posición',
	},
	moving: 'se abre o se cierra ahora',
	position: 'Ir a la posición',
	paper: 'en cuentas simuladas propias',
};

/** UI text for `PotChart`. */
export const CHART: Translated<typeof english.CHART> = {
	title: 'Patrimonio',
	label: 'Patrimonio del fondo',
	pot: 'Fondo',
	shadow: 'Fondo sombra',
	cash: 'En efectivo al 4 %',
	empty: 'El gráfico necesita dos muestras. El servicio toma una cada hora.',
	table: 'Patrimonio en una tabla',
	note: 'El servicio toma una muestra cada hora y en cada nuevo máximo.',
};

/** UI text for `PotActions`. */
export const ACTIONS: Translated<typeof english.ACTIONS> = {
	pause: 'Poner en pausa',
	resume: 'Reanudar',
	pauseNote: 'Un fondo en pausa no abre ni mueve nada. Con poco margen sigue reduciendo ambas patas.',
	stop: 'Detener …',
	stopHeading: (pot) => `Detener ${pot} para siempre`,
	stopNote: 'Un fondo detenido no se puede iniciar otra vez.',
	positions: 'Sus posiciones',
	keep: 'Dejarlas abiertas. Desde entonces las gestionas tú.',
	close: 'Cerrarlas todas, a precios de mercado.',
	confirmKeep: 'Detener y conservar las posiciones',
	confirmClose: 'Detener y cerrarlo todo',
	closeKept: 'Cerrar posiciones …',
	closeKeptHeading: (pot) => `Cerrar las posiciones de ${pot}`,
	confirmCloseKept: 'Cerrarlas todas ahora',
	busy: 'Enviando …',
	what: 'Detener',
	ifLost: 'El estado de arriba dice si funcionó.',
	change: 'Cambiar ajustes …',
	changeHeading: (pot) => `Ajustes de ${pot}`,
};

/** UI text for `DecisionList`. */
export const DECISIONS: Translated<typeof english.DECISIONS> = {
	title: 'Decisiones',
	none: 'Ninguna todavía. La primera sigue enseguida al inicio, pero no justo a una hora en punto.',
	triggers: {
		start: 'Inicio',
		daily: 'Decisión diaria',
		changed: 'Reanudado o con ajustes nuevos',
		delisting: 'Retirada del mercado anunciada',
		cap_print: 'Financiación en su tope',
		lost_leg: 'Se perdió una pata',
		margin_alarm: 'Poco margen',
		adl: 'Próximo en la cola de desapalancamiento automático',
		drawdown: 'Tope de caída',
		stop: 'Detención',
	},
	about: (trigger, what) => `${trigger}: ${what}`,
	count: (count) => (count === 0 ? 'ningún cambio' : count === 1 ? '1 cambio' : `${count} cambios`),
	ended: (count, state) => `${count} ${state}`,
	noChanges: 'Ningún cambio gana el doble de su coste.',
	urgent: 'Esta decisión no necesitó ningún plan: esperar costaría dinero.',
	knew: 'Se basa en',
	net: 'Neto esperado al año',
	cash: 'Efectivo al año',
	equity: 'Patrimonio entonces',
	data: 'Precios de',
	targets: (count) => `Objetivos del plan (${count})`,
	columns: { coin: 'Moneda', exchange: 'Exchange', target: 'Objetivo' },
	more: 'Mostrar decisiones anteriores',
	unknown: 'desconocido',
};

/** UI text for `PotChange`. */
export const CHANGE: Translated<typeof english.CHANGE> = {
	headings: {
		open: (coin) => `Abrir ${coin}`,
		enlarge: (coin) => `Ampliar ${coin}`,
		reduce: (coin) => `Reducir ${coin}`,
		close: (coin) => `Cerrar ${coin}`,
		roll: (coin) => `Mover una pata de ${coin}`,
	},
	long: (exchange) => `Largo en ${exchange}`,
	short: (exchange) => `Corto en ${exchange}`,
	size: 'Cada pata',
	gain: 'Ganancia en 30 días',
	cost: 'Coste',
	ratio: 'Ganancia / coste',
	times: (ratio) => `${ratio}×`,
	free: 'sin coste',
	unknown: '—',
	states: {
		waiting: 'espera su turno',
		suggested: 'te espera',
		confirmed: 'confirmado',
		begun: 'enviándose',
		sent: 'enviado',
		executed: 'hecho',
		refused: 'rechazado',
		skipped: 'omitido',
		declined: 'declinado',
		expired: 'vencido',
	},
	looks: {
		waiting: '',
		suggested: 'warn',
		confirmed: '',
		begun: '',
		sent: '',
		executed: 'good',
		refused: 'bad',
		skipped: '',
		declined: '',
		expired: '',
	},
	position: 'Ir a la posición',
};

/** UI text for `PotFields` and `pot-form.ts`. */
export const FORM: Translated<typeof english.FORM> = {
	labels: {
		name: 'Nombre',
		capital: 'Capital',
		exchanges: 'Exchanges',
		leverage: 'Apalancamiento',
		coin_share: 'Límite por moneda',
		exchange_share: 'Límite por exchange',
		orders_per_day: 'Órdenes al día',
		turnover_per_day: 'Volumen al día',
		drawdown_pct: 'Tope de caída',
		min_net_over_cash_pct: 'Neto mínimo sobre el efectivo',
		coins: 'Solo monedas',
		coins_denied: 'Sin monedas',
		decide_at: 'Decisión diaria',
		mode: 'Modo',
		kind: 'Opera',
	},
	units: {
		capital: 'USD; una cuarta parte queda sin usar',
		leverage: '×, todas las patas sobre el capital en uso',
		coin_share: '% del fondo',
		exchange_share: '% de todas las patas',
		orders_per_day: 'órdenes de una pata; reducir cuenta y siempre se permite',
		turnover_per_day: 'USD en ambas patas',
		drawdown_pct: '% del capital, desde su máximo',
		min_net_over_cash_pct: 'puntos % al año; menos de 0 acepta menos',
	},
	name: 'Principal',
	noLimit: 'sin límite',
	never: 'nunca',
	exchangesHint: 'al menos dos',
	hasAccount: 'tiene una cuenta',
	coinsHint: 'separadas por comas',
	decideHint: 'UTC, después de un cobro',
	modes: [
		['suggest', 'Sugerir', 'Tú confirmas o rechazas cada cambio.'],
		['act', 'Actuar', 'El servicio hace los cambios por sí mismo.'],
	],
	kinds: [
		['live', 'En tus cuentas', 'Necesita una cuenta tuya en cada exchange.'],
		['shadow', 'Solo simulado', 'Un fondo sombra decide igual en cuentas simuladas propias.'],
	],
	withShadow: 'Iniciar a su lado un fondo sombra',
	withShadowNote: 'Su ganancia muestra lo que cuestan o ahorran tus respuestas.',
	onDrawdown: 'En el tope',
	actions: { pause: 'Poner en pausa', close: 'Cerrarlo todo' },
	more: 'Más límites, monedas y hora',
	notBetween: (min, max) => `Escribe un número de ${min} a ${max}.`,
	notWhole: (min, max) => `Escribe un número entero de ${min} a ${max}.`,
	needsName: 'Escribe un nombre.',
	needsCapital: 'Escribe un capital.',
	twoExchanges: 'Elige al menos dos exchanges.',
	notATime: 'Escribe una hora de 00:00 a 23:59.',
};

/** UI text for `StartPot` and `ChangePot`. */
export const START: Translated<typeof english.START> = {
	title: 'Iniciar un fondo',
	button: 'Iniciar fondo',
	review: 'Revisar e iniciar',
	started: (pot) => `${pot} está en marcha.`,
	missing: (names) => `No tienes ninguna cuenta en ${names}.`,
	connect: 'Conectar una cuenta',
	change: 'Guardar ajustes',
	changed: 'Los ajustes están guardados. Sigue una nueva decisión.',
	nothing: 'Ningún ajuste es distinto.',
};

/** UI text for `ConfirmReal`. */
export const REAL: Translated<typeof english.REAL> = {
	heading: 'Confirmar órdenes reales',
	money: { live: 'Dinero real:', rehearsal: 'Ensayo:' },
	startDeed: (pot, capital, exchanges, leverage) =>
		`${pot} puede usar ${capital} en ${exchanges} con apalancamiento ${leverage}.`,
	modes: {
		suggest: 'Sugiere. Tú confirmas cada cambio.',
		act: 'Envía órdenes por sí mismo, día y noche.',
	},
	noStop: 'No hay tope de caída.',
	stop: (percent, action) => `Con una caída del ${percent}, ${action}.`,
	changeDeed: (pot, exchanges) => `${pot} puede operar más que antes en ${exchanges}.`,
	type: (exchanges) => `escribe **${exchanges}** para confirmar`,
	label: 'Exchanges',
	missing: (exchanges) => `Escribe ${exchanges}.`,
	wrong: (typed, exchanges) => `«${typed}» no coincide con ${exchanges}.`,
	start: 'Iniciar con órdenes reales',
	change: 'Guardar con órdenes reales',
	back: 'Volver a los ajustes',
};
