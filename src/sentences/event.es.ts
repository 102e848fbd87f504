/** Describes each event of an execution's journal in one sentence, in Spanish. */
import type { event as english } from './event.ts';
import type { Figure, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

type Order = NonNullable<Parameters<typeof english.orderAccepted>[0]['order']>;
type Filled = Parameters<typeof english.fillsRecorded>[0]['fills'];
type Exit = Parameters<typeof english.exitChanged>[0]['exit'];

const LEGS = { long: 'larga', short: 'corta' };
const SIDES = { buy: 'comprar', sell: 'vender' };

const PURPOSES = {
	open: 'Para abrir',
	complete: 'Para igualar las patas',
	reduce: 'Para reducir la posición',
	close: 'Para cerrar',
};

const ENDS = {
	filled: 'se ejecutó por completo',
	canceled: 'se canceló; la parte sin ejecutar salió del libro',
	expired: 'venció; la parte sin ejecutar quedó sin efecto',
	rejected: 'se aceptó y después el exchange la rechazó',
};

const CAUSES = {
	liquidation: 'por una liquidación',
	adl: 'por desapalancamiento automático',
	delisting: 'porque el contrato se retiró del mercado',
	hand: 'por una operación fuera de este servicio',
	handover: 'porque pasó a otra operación sin negociarse',
};

/** Events of a journal, in Spanish. */
export const event: Translated<typeof english> = {
	executionPlanned: ({ quantity, coin, long, short, mode, leverage, hedgedLeg, rolledLeg }, write) => {
		const what = `${write.number(quantity)} ${coin} en largo en ${long}, en corto en ${short}, ${mode}, apalancamiento ${write.number(leverage)}`;
		if (rolledLeg !== null)
			return `Planificada para llevar la pata ${LEGS[rolledLeg]} de otra operación a un exchange nuevo: ${what}.`;
		return hedgedLeg === null
			? `Planificada: ${what}.`
			: `Planificada como cobertura de emergencia de la pata ${LEGS[hedgedLeg]} de otra operación: ${what}.`;
	},
	orderIntended: ({ purpose, order, exchange, price, quote, resting }, write) => {
		const at = `${write.number(price)} ${quote}`;
		const terms = resting ? `en espera a ${at}` : `a ${at} o mejor`;
		return `${PURPOSES[purpose]}: ${named(order, write)} en ${exchange} ${terms} está en el diario y se está enviando.`;
	},
	orderAccepted: ({ exchange, order }, write) => `${capital(venue(exchange))} aceptó ${named(order, write)}.`,
	orderRejected: ({ exchange, order, why, passing }, write) => {
		const reason = ended(write.words(why)).slice(0, -1);
		const then = passing ? ' El servicio puede reintentarla.' : '';
		return `${capital(venue(exchange))} rechazó ${named(order, write)} (${reason}).${then}`;
	},
	orderOutcomeUnknown: ({ exchange, order }, write) =>
		`El resultado de ${named(order, write)} es desconocido. El servicio consulta a ${venue(exchange)} hasta conocerlo.`,
	fillsRecorded: ({ exchange, side, fills, fee }, write) => {
		const verb = side === 'sell' ? 'venta' : 'compra';
		const paid = fee === null ? '' : `, comisión ${write.number(fee)} USD`;
		return `${capital(venue(exchange))} ejecutó ${filled(fills, write)} (${verb}${paid}).`;
	},
	orderEnded: ({ exchange, order, status }, write) =>
		`${capital(named(order, write))} en ${venue(exchange)} ${ENDS[status]}.`,
	orderProvenAbsent: ({ exchange, order }, write) =>
		`Confirmado: ${venue(exchange)} nunca recibió ${named(order, write)}.`,
	imbalanceFound: ({ long, short, coin }, write) =>
		`Las patas difieren: ${write.number(long)} ${coin} en largo, ${write.number(short)} ${coin} en corto.`,
	unwindStarted: ({ reason }, write) => ended(`La posición se está reduciendo: ${write.words(reason)}`),
	executionOpened: ({ quantity, coin }, write) => `Ambas patas tienen ${write.number(quantity)} ${coin}.`,
	closeRequested: ({ reason, remaining, coin, maker }, write) => {
		const what =
			Number(remaining) === 0
				? 'Ambas patas se están cerrando'
				: `Ambas patas se están reduciendo a ${write.number(remaining)} ${coin}`;
		const how =
			maker === null
				? ''
				: `, con la pata ${LEGS[maker.leg]} como maker durante un máximo de ${write.duration(maker.ms)}`;
		return ended(`${what}${how}: ${write.words(reason)}`);
	},
	partClosed: ({ remaining, coin }, write) =>
		`Ambas patas tienen ${write.number(remaining)} ${coin}, y la operación sigue en curso.`,
	executionClosed: ({ reason }, write) =>
		ended(`Cerrada; ambos exchanges confirman una posición de cero. Motivo: ${write.words(reason)}`),
	executionFailed: ({ reason }, write) =>
		ended(`Falló; no queda ninguna posición. Motivo: ${write.words(reason)}`),
	attentionRaised: ({ reason }, write) => ended(`Se requiere tu atención: ${write.words(reason)}`),
	attentionCleared: ({ reason }, write) => ended(`Ya no se requiere tu atención: ${write.words(reason)}`),
	fundingBooked: ({ exchange, amount, paid, rate }, write) => {
		const at = rate === null ? '' : `, a una tasa de ${write.number(rate)} %`;
		return `Financiación en ${exchange}: ${write.number(amount)} USD ${paid ? 'pagados' : 'recibidos'}${at}.`;
	},
	orderCancelAsked: ({ exchange, order, reason }, write) =>
		ended(`${capital(named(order, write))} en ${venue(exchange)} se está cancelando: ${write.words(reason)}`),
	openingEnded: ({ reason }, write) => ended(`La apertura se detuvo. Motivo: ${write.words(reason)}`),
	cancelRequested: ({ reason }, write) =>
		ended(`La apertura se canceló, y el servicio deshace la parte abierta. Motivo: ${write.words(reason)}`),
	legReduced: ({ leg, exchange, fills, cause }, write) =>
		`La pata ${LEGS[leg]} en ${exchange} se redujo en ${filled(fills, write)} ${CAUSES[cause]}.`,
	legTakenOver: ({ leg, exchange, fills }, write) =>
		`La pata ${LEGS[leg]} en ${exchange} recibió ${filled(fills, write)} de otra operación sin negociarse.`,
	exitChanged: ({ exit }, write) => {
		const rules = exitRules(exit, write);
		return rules.length === 0
			? 'Se quitaron todas las reglas de salida.'
			: `Las reglas de salida ahora son: ${rules.join(', ')}.`;
	},
};

/** Names an order without its exchange. */
function named(order: Order | null, write: Writer): string {
	return order === null
		? 'una orden'
		: `la orden de ${SIDES[order.side]} ${write.number(order.quantity)} ${order.coin}`;
}

function venue(exchange: string | null): string {
	return exchange ?? 'su exchange';
}

function filled({ quantity, coin, price, quote, averaged }: Filled, write: Writer): string {
	const amount = `${write.number(quantity)} ${coin}`;
	return price === null
		? amount
		: `${amount} a ${write.number(price)} ${quote}${averaged ? ' de media' : ''}`;
}

function exitRules(exit: Exit, write: Writer): string[] {
	const rule = (value: Figure | null, words: (figure: string) => string): string[] =>
		value === null ? [] : [words(write.number(value))];
	return [
		...rule(exit.maxHours, (hours) => `cerrar tras ${hours} horas`),
		...rule(exit.maxEpochs, (epochs) => `cerrar tras ${epochs} intervalos de financiación`),
		...rule(exit.takeProfitPct, (pct) => `tomar ganancias al ${pct} % del capital`),
		...rule(exit.stopLossPct, (pct) => `limitar pérdidas al ${pct} % del capital`),
		...(exit.closeOnReversal ? ['cerrar cuando la financiación se haya invertido'] : []),
		...rule(
			exit.minLiquidationDistancePct,
			(pct) => `cerrar cuando la liquidación esté a menos del ${pct} % del precio de marca`,
		),
		...rule(
			exit.minSpreadAprPct,
			(pct) => `cerrar cuando el diferencial de financiación siga por debajo del ${pct} % al año`,
		),
		...rule(exit.minNetAprPct, (pct) => `cerrar cuando el neto esperado siga por debajo del ${pct} % al año`),
	];
}

function ended(text: string): string {
	const trimmed = text.trim();
	return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function capital(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
