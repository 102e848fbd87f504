/** Sentences about the portfolio, in Spanish: why a figure is unknown, doubtful or old, and refusals. */
import type { portfolio as english } from './portfolio.ts';
import type { Translated } from './translated.ts';

const RUNWAY_UNKNOWN = {
	liquidation: 'el exchange no informa de un precio de liquidación',
	mark: 'no hay un precio de marca actual',
	volatility: 'el servicio observa el precio desde hace menos de una hora',
};

/** Reasons and refusals of the portfolio, in Spanish. */
export const portfolio: Translated<typeof english> = {
	moving: ({ exchange }) =>
		`Órdenes o saldos en ${exchange} cambiaron mientras el servicio leía la cuenta. Compara la cuenta con sus registros cuando nada cambia durante una lectura.`,
	misfits: ({ exchange, symbols }) =>
		`${exchange} tiene cantidades que ni las operaciones ni las compraventas fuera de este servicio explican (${symbols.join(', ')}). Por eso su ganancia es desconocida.`,
	unmanagedMark: ({ exchange }) =>
		`Una posición no gestionada en ${exchange} no tiene un precio de marca actual.`,
	baseline: ({ exchange }) =>
		`${exchange} no informó del precio de entrada de una posición anterior a la conexión, o del valor de un activo cuya cantidad cambió desde entonces.`,
	unpriced: ({ exchange, assets }) =>
		`${exchange} no publica un precio en USD para ${assets.length === 0 ? 'un activo que la cuenta tuvo antes' : assets.join(', ')}.`,
	leftOut: ({ exchange, why, symbols }) =>
		`El margen restante en ${exchange} no incluye ${symbols.join(', ')}, porque ${RUNWAY_UNKNOWN[why]}.`,
	staleStore: ({ exchange, known }) =>
		`El diario no se puede escribir, así que el servicio no registra nada nuevo de ${exchange}. ${shown(known)}`,
	staleRateLimited: ({ exchange, retryAfterMs, known }) =>
		`Se alcanzó el límite de solicitudes de ${exchange}. El servicio puede leer la cuenta de nuevo en ${retryAfterMs} ms. ${shown(known)}`,
	staleUnavailable: ({ exchange, known }) =>
		`${exchange} no respondió, o rechazó la solicitud. ${shown(known)}`,
	noMark: ({ exchange, symbol }) =>
		`No hay un precio de marca actual de ${exchange} ${symbol}, así que las cifras que lo necesitan faltan.`,
	fundingMissing: ({ leg, at }, write) =>
		`${leg}: el exchange aún no tiene registro del cobro del ${write.instant(at)}, cuando la pata estaba abierta. La financiación y las cifras que la incluyen pueden estar incompletas.`,
	fundingAmount: ({ leg, at, amount, computed }, write) => {
		const [booked, expected] = write.usdPair(amount, computed);
		return `${leg}: el exchange registró ${booked} por el cobro del ${write.instant(at)}, pero monedas × precio × tasa da ${expected}.`;
	},
	fundingRate: ({ leg, at, paid, published }, write) => {
		const [was, announced] = write.percentPair(paid, published);
		return `${leg}: el cobro del ${write.instant(at)} se pagó a una tasa de ${was}, pero el exchange publicó ${announced}.`;
	},
	moreDoubts: ({ leg, count }) => `${leg}: hay que revisar también ${count} cobros anteriores.`,
	noEquity: () =>
		'Aún no hay ninguna muestra del patrimonio. El servicio guarda una por minuto una vez conectado un exchange.',
	noPoints: () =>
		'No hay ninguna muestra de la operación en este periodo. El servicio guarda una por minuto mientras está abierta.',
	notStored: ({ since }, write) =>
		`Las muestras no se guardan desde el ${write.instant(since)}, porque el almacén no se pudo escribir. El trading continúa. Revisa el disco del servicio.`,
	unknownExecution: ({ id }) => `execution_id debe ser el id de una de tus operaciones; era ${id}.`,
	restoredCursor: () =>
		'cursor es anterior a la restauración del directorio de datos; ahora puede señalar otras filas. Lee de nuevo desde la primera fila.',
	cursorBeyondEnd: ({ end, was }) =>
		`cursor debe ser como máximo ${end}, el final del diario; era ${was}. Tras restaurar una copia anterior, lee de nuevo desde la primera fila.`,
};

/** Says which figures the portfolio shows for an account that could not be read. */
function shown(known: boolean): string {
	return known
		? 'Las cifras son de la última actualización correcta de la cuenta.'
		: 'La cuenta aún es desconocida.';
}
