/** Spanish text for components that several pages share. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type { text as english } from './text.ts';

export const text: Translated<typeof english> = {
	verdict: { trade: 'Operar', no_trade: 'No operar', unknown: 'Desconocido' },
	tryAgain: 'Reintentar',
	loading: (what) => `Cargando ${what} …`,
	scrollable: (label) => `${label}, desplazable`,
	costs: {
		caption: 'Desglose de costes',
		heads: { part: 'Concepto', share: 'Parte de una pata', usd: 'USD' },
		funding: 'Financiación esperada',
		fundingMeaning: (held, deviation) => `recibida menos pagada en ${held}, ± ${deviation}`,
		minus: 'menos',
		parts: [
			['entry_fees', 'Comisiones de entrada', 'ambos exchanges, para abrir'],
			['exit_fees', 'Comisiones de salida', 'ambos exchanges, para cerrar'],
			['entry_slippage', 'Deslizamiento de entrada', 'efecto de tu tamaño en el precio al entrar'],
			[
				'exit_slippage',
				'Deslizamiento de salida',
				'efecto en el precio al salir, con los libros de órdenes actuales',
			],
			['basis', 'Base de precio', 'cambio esperado de la diferencia de precio hasta la salida'],
		],
		total: 'Costes totales',
		net: 'Neto esperado',
		within: (held) => `en ${held}`,
		leg: (coins, base, usd) => `Una pata es de ${coins} ${base} y vale ${usd}.`,
		note: 'Un coste negativo es una ganancia. El deslizamiento se mide desde el precio medio de cada libro.',
	},
};
