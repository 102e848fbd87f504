/** Spanish text for formatted figures. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type { text as english } from './text.ts';

export const text: Translated<typeof english> = {
	locale: 'es-ES',
	wrongDecimalSign: (right, better) => `Usa ${right === '.' ? 'un punto' : 'una coma'} decimal: ${better}`,
	notANumber: (typed, plain, grouped) => `No es un número: «${typed}». Escríbelo como ${plain} o ${grouped}.`,
	tooManyDigits: (most) => `Usa como máximo ${most} cifras.`,
	past: 'ahora',
	ago: (span) => `hace ${span}`,
	ahead: (span) => `en ${span}`,
	large: { billions: 'mil M', millions: 'M', thousands: 'mil' },
	hours: (count) => `${count} ${count === '1' ? 'hora' : 'horas'}`,
	days: (count) => `${count} ${count === '1' ? 'día' : 'días'}`,
	zoneOfUtc: (instant) => `${instant} UTC`,
};
