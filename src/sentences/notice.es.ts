/** Sentences about announcements of an exchange that are unknown, in Spanish. */
import type { notice as english, NoticePart } from './notice.ts';
import type { Translated } from './translated.ts';

const PARTS: Readonly<Record<NoticePart, string>> = {
	status: 'El estado del servicio',
	transfers: 'El estado de depósitos y retiros',
};

/** Why a part of the announcements is unknown, in Spanish. */
export const notice: Translated<typeof english> = {
	unknown: ({ part, exchange, why }, write) =>
		`${PARTS[part]} de ${exchange} es desconocido: ${write.words(why)}`,
	needsKey: ({ exchange, page }) =>
		`${exchange} muestra monedas y redes solo con una clave de API (página «${page}»).`,
	suspendedNeedsKey: ({ exchange, page }) =>
		`${exchange} informa de monedas suspendidas solo con una clave de API (página «${page}»).`,
	noTest: ({ exchange }) => `${exchange} no publica avisos para su entorno de pruebas.`,
	bridge: ({ exchange, coin }) =>
		`${exchange} no lo publica, porque los usuarios depositan y retiran ${coin} por su puente.`,
	tradedOnly: () => 'el servicio lee esto solo de los exchanges en los que opera.',
	closed: ({ message }) => `el mercado está cerrado${noted(message)}`,
	cancelOnly: ({ exchange, message }) => `${exchange} solo acepta cancelaciones${noted(message)}`,
	stated: ({ status }) => `El exchange comunica ${status} como su estado.`,
	noTitle: () => 'sin título',
	noMethod: ({ method }) => `ccxt no tiene ${method} para el exchange.`,
	noStatus: () => 'La respuesta no tiene estado.',
};

function noted(message: string): string {
	return message === '' ? '' : ` (${message})`;
}
