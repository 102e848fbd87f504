/** Sentences that say why an execution needs manual attention, in Spanish. */
import type { attention as english } from './attention.ts';
import type { Translated } from './translated.ts';

const LEGS = { long: 'larga', short: 'corta' };
const MARGIN_MODES = { isolated: 'aislado', cross: 'cruzado' };

/** Reasons for attention, and phrases within them, in Spanish. */
export const attention: Translated<typeof english> = {
	unlisted: ({ exchange, symbol, missing, alike }, write) => {
		const perhaps = alike === null ? '' : `; ${alike} tiene la misma cantidad y puede ser su nuevo nombre`;
		return `${exchange} ya no ofrece ${symbol}, y la posición de ${write.exact(missing)} monedas ya no se ve allí${perhaps}. No reducimos la otra pata. Revisa el exchange y cierra allí ambas patas si el contrato ya no existe.`;
	},
	unmanaged: ({ exchange, symbol, coins }, write) =>
		`Una operación manual dejó ${write.exact(coins)} monedas en ${symbol} en ${exchange} fuera de toda operación de este servicio. Cierra esa posición en ${exchange}. Hasta entonces, el servicio no abre nada más en este contrato.`,
	unexplained: ({ exchange, symbol }) =>
		`La posición de ${exchange} en ${symbol} se redujo, y ninguna ejecución explica el cambio. Estimamos su precio y reducimos la otra pata para igualarla. Revisa el historial en el exchange.`,
	manualTrade: ({ exchange, symbol }) =>
		`Una operación manual redujo la posición de ${exchange} en ${symbol}. Reducimos la otra pata para igualarla.`,
	marginMode: ({ instrument, actual, planned }) =>
		`El modo de margen de ${instrument} es ${MARGIN_MODES[actual]}, pero el plan dice ${MARGIN_MODES[planned]}. Corrígelo en el exchange o cierra la operación.`,
	leverage: ({ instrument, actual, planned }, write) =>
		`El apalancamiento de ${instrument} es ${write.exact(actual)}, pero el plan dice ${write.exact(planned)}. Corrígelo en el exchange o cierra la operación.`,
	noPrice: ({ exchanges }) =>
		`El cierre espera un libro de órdenes actual de ${exchanges.join(' y ')}. Ambas patas siguen iguales hasta entonces. El cierre continúa después por sí mismo.`,
	stuck: ({ leg, tries, last }, write) =>
		`El servicio no logró reducir la pata ${LEGS[leg]} ${tries} veces seguidas (${write.words(last)}). Revisa el exchange. El servicio sigue intentándolo con órdenes reduce-only.`,
	emptyBook: () => 'el libro de órdenes no tenía nada dentro del límite de deslizamiento más amplio',
	untradable: ({ code, why }, write) =>
		`${code}: ${write.words(why)} Ambas patas siguen iguales, y el servicio no cierra nada hasta que ambos contratos se negocien. El cierre continúa después por sí mismo.`,
	refusedContract: ({ exchange, symbol, why }) =>
		`${exchange} no acepta órdenes en ${symbol} (${why ?? 'según su propio estado'}).`,
	notListed: ({ exchange, symbol }) => `${exchange} no ofrece ${symbol} en este momento.`,
	notTrading: ({ exchange, symbol, why }, write) =>
		`${symbol} no se negocia en ${exchange}: ${why === null ? 'así lo dice el estado del contrato.' : write.words(why)}`,
	repeatedRecord: ({ exchange, symbol, at, booked, other }, write) =>
		`${exchange} tiene dos registros del cobro de ${symbol} del ${write.instant(at)}: ${booked} está contabilizado, ${other} no. Revisa allí el historial de la cuenta.`,
};
