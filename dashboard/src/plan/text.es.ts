/** Spanish text for the Plan page. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as english from './text.ts';

/** UI text for `PlanPage`. */
export const PAGE: Translated<typeof english.PAGE> = {
	title: 'Plan',
	intro: 'Planifica tu capital en varios exchanges. No se envía nada.',
	access: 'Tu plan',
	loading: 'tus cuentas',
	planning: 'tu plan',
	fault: 'No se puede mostrar un plan.',
	accountsFault: 'No se pueden leer tus cuentas.',
	terms: 'Condiciones',
	ready: 'El plan está listo.',
	noAccounts: 'No tienes ninguna cuenta con patrimonio. Escribe un capital para ver un plan.',
	asOf: 'Precios y previsiones:',
	guide: 'Cómo leer un plan',
	whatIf: 'Probar una sacudida',
	autopilot: 'Que lo haga el servicio',
};

/** UI text for `PlanForm`. */
export const FORM: Translated<typeof english.FORM> = {
	title: 'Condiciones del plan',
	button: 'Planificar de nuevo',
	first: 'Planificar',
	labels: {
		capital: 'Capital',
		leverage: 'Apalancamiento',
		exchanges: 'Exchanges',
		idle: 'Parte sin usar',
		coin_share: 'Límite por moneda',
		exchange_share: 'Límite por exchange',
		exchange_net_share: 'Límite neto por exchange',
		cash_apr: 'El efectivo rinde',
		coins: 'Solo monedas',
		without_coins: 'Sin monedas',
		margin: 'Margen',
	},
	units: {
		capital: 'USD',
		leverage: '×, ambas patas sobre el margen',
		idle: '% del capital',
		coin_share: '% de una pata del plan',
		exchange_share: '% de ambas patas',
		exchange_net_share: '% de ambas patas, largo menos corto',
		cash_apr: '% al año',
	},
	equity: (usd) => `Si lo dejas vacío: el patrimonio de tus cuentas, ${usd}.`,
	noLimit: 'sin límite',
	exchangesHint: 'al menos dos',
	hasAccount: 'tiene una cuenta',
	coinsHint: 'separadas por comas',
	margins: {
		'': 'El habitual',
		accounts: 'Como está ahora en tus cuentas',
		equal: 'Repartido a partes iguales',
		free: 'Donde el plan lo necesite',
	},
	more: 'Límites, monedas y efectivo',
	notBetween: (min, max) => `Escribe un número de ${min} a ${max}.`,
	needsCapital: 'Escribe un capital.',
	twoExchanges: 'Elige al menos dos exchanges.',
};

/** UI text for `AgainstCash`. */
export const CASH: Translated<typeof english.CASH> = {
	title: 'Comparado con el efectivo',
	net: 'Neto sobre el capital al año',
	interval: (low, high) => `Intervalo del 90 %: de ${low} a ${high}`,
	cash: 'Efectivo al año',
	over: 'Plan menos efectivo',
	perYear: (usd) => `${usd} al año`,
	ofCapital: (usd) => `sobre ${usd}`,
	leverage: 'Iguala al efectivo con apalancamiento',
	times: (leverage) => `${leverage}×`,
	noLeverage: 'ninguno',
	losesAlways: 'Pierde con cualquier apalancamiento.',
	yours: (leverage) => `Este plan usa ${leverage}.`,
	aboveMost: (most) => `Los planes usan ${most} como máximo.`,
	scale: (low, net, high, cash) =>
		`El plan gana ${net} al año, entre ${low} y ${high}. El efectivo gana ${cash}.`,
	plan: 'plan',
	cashMark: 'efectivo',
	bad: 'Esto es una estimación. Un mal año puede quedar por debajo del intervalo y perder dinero.',
};

/** UI text for `ChangeList`. */
export const CHANGES: Translated<typeof english.CHANGES> = {
	title: 'Cambios y motivos',
	none: 'Ninguno. Ningún cambio gana el doble de su coste.',
	headings: {
		open: (coin) => `Abrir ${coin}`,
		enlarge: (coin) => `Ampliar ${coin}`,
		reduce: (coin) => `Reducir ${coin}`,
		close: (coin) => `Cerrar ${coin}`,
		roll: (coin) => `Mover una pata de ${coin}`,
	},
	long: (exchange) => `Largo en ${exchange}`,
	short: (exchange) => `Corto en ${exchange}`,
	moved: (from, to) => `${from} → ${to}`,
	size: 'Cada pata',
	share: (percent) => `${percent} de la posición`,
	gain: (days) => `Ganancia en ${days}`,
	cost: 'Coste',
	ratio: 'Ganancia / coste',
	free: 'sin coste',
	times: (ratio) => `${ratio}×`,
	forced: 'Por sí solo no gana su coste. Un límite u otro cambio lo exige.',
	command: 'En la línea de comandos:',
	open: 'Ver apertura',
	see: 'Ir a la posición',
	ofChange: (action, change) => `${action}: ${change}`,
	rule: 'Cada cambio debe ganar el doble de su coste. Tú inicias cada uno.',
	cashFirst: 'El efectivo rinde más. No abras nada nuevo sin un motivo propio.',
};

/** UI text for `MarginTable`. */
export const MARGIN: Translated<typeof english.MARGIN> = {
	title: 'Capital por exchange y margen ante movimientos',
	lead: 'Todos los precios se mueven a la vez. Cada celda muestra el patrimonio sobre el valor nocional.',
	exchange: 'Exchange',
	equity: 'Patrimonio',
	notional: 'Nocional',
	net: 'Largo − corto',
	after: (move) => `Con ${move}`,
	none: 'sin posición',
	levels: {
		ok: 'seguro',
		watch: 'vigilar',
		transfer: 'transferir',
		reduce: 'reducir',
		empty: 'vacío',
	},
	meaning: 'Vigilar, transferir y reducir: menos del 70, 50 y 30 % del margen que implica el apalancamiento.',
};

/** UI text for `PlanNotes`. */
export const NOTES: Translated<typeof english.NOTES> = {
	transfers: 'Transferencias que el plan querría',
	limits: 'Límites que deciden',
	reasons: 'No considerado',
	legs: (count) => `Posiciones ahora y en el plan (${count})`,
	coin: 'Moneda',
	exchange: 'Exchange',
	now: 'Ahora',
	target: 'Plan',
	change: 'Cambio',
	why: 'Restricción',
};
