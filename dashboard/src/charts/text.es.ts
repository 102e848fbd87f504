/** Spanish text for charts and their tables. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type { text as english } from './text.ts';

export const text: Translated<typeof english> = {
	fault: 'El gráfico no se cargó. La tabla de abajo tiene las cifras.',
	label: (what) => `${what}. La tabla de abajo tiene las cifras.`,
	noRows: 'Aún no hay cifras.',
	time: 'Hora',
	none: 'ninguno',
	readout: (time, figures) => `${time}: ${figures}`,
	buttons: { label: 'Zoom', in: 'Acercar', out: 'Alejar', all: 'Mostrar todo' },
	help: 'Arrastra para acercar; mantén pulsada Mayús para mover. Teclas: las flechas leen valores, + y − cambian el zoom.',
	toggle: (name) => `Mostrar ${name}`,
	credit: 'Gráficos de',
	zone: 'Todas las horas están en tu zona horaria; pasa el cursor para ver UTC.',
};
