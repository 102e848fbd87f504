/** Phrases about how long the margin of an account lasts, in Spanish. */
import type { runway as english } from './runway.ts';
import type { Translated } from './translated.ts';

/** How long a margin lasts, in Spanish. */
export const runway: Translated<typeof english> = {
	lasts: ({ hours, symbol, asset, add, move }, write) => {
		const lasts = `${hours === null ? 'más de un año' : `${hours} h`} a 2 sigma`;
		if (move !== null)
			return `${lasts}; transfiere ${write.number(move.amount)} ${asset} de ${move.from} a ${move.to}`;
		return add === null ? lasts : `${lasts}; añade ${write.number(add)} ${asset} al margen de ${symbol}`;
	},
};
