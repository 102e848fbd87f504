/** Sentences about the market data of exchanges, in Spanish. */
import type { market as english, LostConnection, MarketRead, ReadFault } from './market.ts';
import type { Words, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

const CONNECTIONS: Readonly<Record<LostConnection, string>> = {
	dns: 'falló la búsqueda DNS',
	refused: 'conexión rechazada',
	'no-route': 'no hay ruta al servidor',
	lost: 'conexión perdida',
	timeout: 'la conexión tardó demasiado',
	certificate: 'certificado TLS no aceptado',
	unknown: 'sin conexión',
};

const READS: Readonly<Record<MarketRead, string>> = {
	prices: 'los precios',
	contracts: 'la lista de contratos',
	clock: 'la hora del servidor',
	notices: 'los avisos',
};

const FAULTS: Readonly<Record<ReadFault, string>> = {
	timeout: 'no respondió a tiempo',
	unavailable: 'informa de que no está disponible',
	maintenance: 'informa de mantenimiento',
	limited: 'informa de demasiadas peticiones',
	refused: 'rechazó la petición',
};

const STATES = { stale: 'desactualizados', down: 'interrumpidos' } as const;

/** Why market data is missing or old, and why a pair or a contract does not trade, in Spanish. */
export const market: Translated<typeof english> = {
	noConnection: ({ exchange, cause }) => `No se puede conectar con ${exchange} (${CONNECTIONS[cause]})`,
	unreachable: (lost) => `${market.noConnection(lost)}. Ejecuta \`carrywire doctor\`.`,
	unread: ({ exchange, read, fault }) =>
		`El servicio no puede leer ${READS[read]} de ${exchange}: ${FAULTS[fault]}.`,
	noAnswerYet: ({ exchange }) => `${exchange} aún no ha respondido.`,
	noRecentAnswer: ({ exchange, ageMs, limitMs }, write) =>
		`${exchange} respondió por última vez hace ${write.duration(ageMs)} (límite ${write.duration(limitMs)}).`,
	tradingStopped: ({ exchange, title }, write) =>
		`${exchange} informa de que el mercado está detenido o restringido: ${write.words(title)}.`,
	notFresh: ({ exchange, state, reason }, write) =>
		`Los datos de mercado de ${exchange} están ${STATES[state]}: ${because(reason, write)}`,
	notReady: ({ exchange, state, reason }, write) =>
		`Los datos de ${exchange} están ${STATES[state]}: ${because(reason, write)}`,
	quoteUnknown: ({ from, to, count, needed }) =>
		`El cambio de ${from} a ${to} es desconocido. Monedas con un precio índice reciente en ambas divisas en un mismo exchange: ${count}; se necesitan al menos ${needed}.`,
	noneTradable: () => 'Aún no hay ninguna oportunidad operable.',
	dataOnly: ({ exchange }) => `El servicio lee datos de ${exchange}, pero no opera allí.`,
	haltedAt: ({ exchange }) => `El trading en ${exchange} está detenido.`,
	halted: () => 'El trading está detenido.',
	notTrading: ({ exchange, symbol }) => `${symbol} no está abierto en ${exchange} ahora.`,
};

function because(reason: Words | null, write: Writer): string {
	return reason === null ? 'el motivo es desconocido.' : write.words(reason);
}
