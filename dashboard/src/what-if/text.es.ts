/** Spanish text for the What-if page. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as english from './text.ts';

/** UI text for `WhatIfPage`. */
export const PAGE: Translated<typeof english.PAGE> = {
	title: 'Qué pasaría si',
	intro: 'Muestra lo que una sacudida haría con tus posiciones. No se envía nada.',
	guide: 'Cómo leerlo',
	plan: 'Plan',
	autopilot: 'Piloto automático',
	access: 'Tus posiciones',
	loading: 'tus posiciones',
	asking: 'el efecto de la sacudida',
	accountsFault: 'No se pueden leer tus cuentas.',
	fault: 'No se puede mostrar el efecto de la sacudida.',
	ready: 'El efecto de la sacudida está listo.',
	noPositions: 'No tienes ninguna posición abierta, así que una sacudida no cambia nada.',
	portfolio: 'Cartera',
	asOf: 'Posiciones del',
	instant:
		'La sacudida es instantánea. En un movimiento más lento, el servicio avisa, reduce ambas patas a la mitad y cierra antes.',
};

/** UI text for `ShockForm` and `shock-form.ts`. */
export const FORM: Translated<typeof english.FORM> = {
	title: 'Sacudida',
	kind: 'Tipo de sacudida',
	kinds: { figures: 'Cifras', squeeze: 'Sacudida grabada' },
	button: 'Mostrar el efecto',
	replay: 'Repetirla con mis posiciones',
	labels: {
		'shock.move_pct': 'Movimiento del precio',
		'shock.coin': 'Moneda',
		'shock.cap_settlements': 'Cobros en el tope de financiación',
		'shock.cap_sign': 'Signo de esas tasas',
		'shock.exchange_down': 'Exchange sin respuesta',
		'shock.exchange_down_hours': 'Durante',
		'shock.gap_exchange': 'Exchange con otros precios',
		'shock.gap_pct': 'Sus precios superan a los demás en',
		'shock.squeeze': 'Sacudida',
		execution_id: 'Posición',
		leverage: 'Apalancamiento previsto',
	},
	moves: 'Movimientos comunes',
	units: {
		'shock.move_pct': '%, −30 es una caída del 30 %',
		'shock.cap_settlements': 'de cada contrato',
		'shock.exchange_down_hours': 'horas',
		'shock.gap_pct': '%, menos de 0 son más bajos',
		leverage: '×, para los niveles de margen',
	},
	allCoins: 'Todas las monedas',
	none: 'Ninguno',
	allPositions: 'Todas las posiciones',
	ownLeverage: 'el de cada posición',
	signs: {
		worst: 'Lo que más te cuesta',
		positive: 'Positivo: reciben los cortos',
		negative: 'Negativo: reciben los largos',
	},
	more: 'Financiación, fallo y diferencia de precio',
	notBetween: (min, max) => `Escribe un número de ${min} a ${max}.`,
	notAbove: (min, max) => `Escribe un número mayor que ${min} y de ${max} como máximo.`,
	notWhole: (min, max) => `Escribe un número entero de ${min} a ${max}.`,
	empty: 'Escribe un movimiento del precio, o una cifra de abajo.',
	needsExchange: 'Elige el exchange.',
	needsFigure: 'Escribe la cifra que corresponde al exchange.',
	squeezes: {
		'2025-10': ['Octubre de 2025', '10 y 11 de octubre de 2025, todo el mercado'],
		'apt-2025-11': ['APT, noviembre de 2025', '7 de noviembre de 2025'],
		'inj-2026-02': ['INJ, febrero de 2026', 'del 19 al 26 de febrero de 2026'],
		'wif-2026-05': ['WIF, mayo de 2026', '6 de mayo de 2026'],
		'ton-2026-06': ['TON retirada, junio de 2026', 'del 14 al 23 de junio de 2026'],
	},
	squeezeNote:
		'Un backtest abre tus posiciones al principio de la ventana, a los precios de entonces. Necesita datos grabados.',
	noReplay: 'Este token no puede hacer backtests. Necesita el permiso `replay:run`.',
};

/** UI text for `ShockTotals`. */
export const TOTALS: Translated<typeof english.TOTALS> = {
	title: 'Efecto en todas las cuentas',
	equity: 'Patrimonio después',
	before: (usd) => `antes: ${usd}`,
	profit: 'Por los precios',
	funding: 'Por la financiación',
	liquidations: 'Patas liquidadas',
	none: 'ninguna',
	worst: 'Peor margen',
	at: (exchange) => `en ${exchange}`,
	noAccount: 'ninguna cuenta',
};

/** UI text for `ShockExchanges`. */
export const EXCHANGES: Translated<typeof english.EXCHANGES> = {
	title: 'Margen por exchange',
	meaning: (watch, transfer, reduce) =>
		`Patrimonio sobre valor nocional. Niveles: menos del ${watch}, ${transfer} y ${reduce} del margen que implica el apalancamiento.`,
	exchange: 'Exchange',
	equity: 'Patrimonio',
	notional: 'Nocional',
	before: 'Ahora',
	after: 'Después',
	service: 'Acciones',
	liquidated: (symbols) => `Liquidado: ${symbols}.`,
	none: 'sin posición',
	now: (usd) => `ahora ${usd}`,
};

/** UI text for `ShockPositions`. */
export const POSITIONS: Translated<typeof english.POSITIONS> = {
	title: 'Posiciones',
	empty: 'No tienes ningún par abierto.',
	position: 'Posición',
	long: 'Pata larga',
	short: 'Pata corta',
	profit: 'Precios',
	funding: 'Financiación',
	service: 'Acciones',
	liquidated: 'liquidada',
	distance: (percent) => `${percent} hasta la liquidación`,
	safe: 'sin precio de liquidación',
	unhedged: (usd) => `Sin cobertura hasta cerrar: ${usd}`,
	go: 'Ir a la posición',
	ofPot: (pot) => `fondo ${pot}`,
};

/** UI text for `ShockPots` and `pot-effects.ts`. */
export const POTS: Translated<typeof english.POTS> = {
	title: 'Acciones de tus fondos',
	reduces: (pot, exchange, coins) =>
		`${pot} reduce ambas patas de ${coins}, por el margen en ${exchange}. Lo hace en cualquier modo.`,
	lostLeg: (pot, coins) => `${pot} decide otra vez enseguida, porque ${coins} perdió una pata.`,
	pauses: (pot, loss) => `${pot} pierde unos ${loss} y alcanza su tope de caída: se pone en pausa.`,
	closes: (pot, loss) => `${pot} pierde unos ${loss} y alcanza su tope de caída: lo cierra todo.`,
	waits: (pot, coin) => `${pot} no abre nada en ${coin} durante 24 horas.`,
	waitsAll: (pot) => `${pot} no abre nada durante 24 horas en las monedas que se movieron.`,
	nothing: (pot) => `${pot} no hace nada.`,
	unread: 'No se pueden leer tus fondos.',
};

/** UI text for `ShockNotes`. */
export const NOTES: Translated<typeof english.NOTES> = {
	transfers: 'Transferencias necesarias después',
	by: 'Llegada antes de',
	missing: (usd, exchange) =>
		`A ${exchange} le faltan ${usd} que ningún exchange puede dar. Deposita, o cierra una parte.`,
	reductions: 'Las reducciones más baratas en su lugar',
	reduction: (usd, position, exchange) =>
		`Cierra ${usd} de cada pata de ${position}, por el margen en ${exchange}.`,
	whole: (position, exchange) => `Cierra ${position}, por el margen en ${exchange}.`,
	lost: (carry, cost) => `Financiación perdida: ${carry}; coste: ${cost}.`,
	reasons: 'No considerado',
};

/** UI text for `SqueezeReplay`. */
export const SQUEEZE: Translated<typeof english.SQUEEZE> = {
	title: (name) => `Repetición: ${name}`,
	from: 'Inicio',
	until: 'Fin',
	capital: 'Capital',
	data: 'Datos',
	happened: 'El suceso',
	positions: (count) => `Posiciones repetidas: ${count}`,
	pair: (coin, long, short, usd) => `${coin}: largo en ${long}, corto en ${short}, ${usd} por pata`,
	leftOut: (count) =>
		count === 1
			? '1 posición queda fuera, porque los datos no la tienen.'
			: `${count} posiciones quedan fuera, porque los datos no las tienen.`,
	loading: 'el backtest',
	fault: 'No se puede leer el backtest.',
	result: 'Ver el resultado',
	follow: 'Seguirlo en la página Backtest',
};
