// Values of boards of Can't Stop for somebody alone: in how many turns so many open columns are won by perfect play.
//
// One source for all that cant_stop.py does. A processor works out LANES numbers of columns still needed at once (1, 2,
// ...); with LANES 1 it is one number, as for the whole game, and the same file goes through a CUDA compiler. It shares
// no code with the bot.
//
// A board is, for each open column, how many steps are left to its top. Boards lie by the mask of their open columns, in
// mixed radix, the last column fastest, so each board comes after all that it can lead to. A turn that brings nothing
// leads back to the board itself: what it is worth is the crossing of a concave line, found by secants.

#ifdef __CUDACC__
#define FN static __device__ __forceinline__
#define BIG_FN static __device__
typedef float V;
#define LANES 1
#else
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#define FN static inline
#define BIG_FN static
#ifndef LANES
#define LANES 8
#endif
#if LANES == 1
typedef float V;
#else
typedef float V __attribute__((vector_size(4 * LANES)));
#endif
#endif

#define COLUMNS 11
#define MASKS 2048
#define SORTS 48
#define THROWS 126
#define OPTIONS 78
#define WIDTH 64
#define SECOND 32
#define TOPMOST 13
#define FEATURES 4
#define SUBSET 4
#define MOST_SUBSETS 35
#define THREES 67065
#define TWOS 3075
#define ONES 83
#define NEVER 1e9f

struct Triple {
    int many;
    float lost;  // The chance of a throw that moves none, wherever they stand.
    float chance[SORTS];
    signed char way[SORTS][3];  // Places in WAYS; -1 beyond the last.
};

struct Throws {
    int many;
    float lost;
    float chance[THROWS];
    unsigned char option[THROWS][3];  // Pairs, then single columns; 255 beyond the last.
};

struct Rules {
    Triple triple[COLUMNS][COLUMNS][COLUMNS];
    Throws throws[MASKS];
};

// The net says the fourth root of a value, by that of the best of its subsets where these are looked up.
struct Net {
    float rows[COLUMNS][TOPMOST + 1][WIDTH];  // By column and steps left; 0 for a closed one.
    float features[FEATURES][WIDTH];
    float hidden[WIDTH][SECOND];
    float hidden_bias[SECOND];
    float out[SECOND][8];
    float out_bias[8];
};

struct Subset {
    const V *store;
    int column[SUBSET], stride[SUBSET];
};

struct World {
    const Rules *rules;
    const Net *far, *near;  // For boards that are not stored: those with too many subsets, and all others.
    V *store[MASKS];
    int start[COLUMNS];   // The most steps left in each column.
    const World *cone;    // Where what comes of decisions lies, if these are followed.
    int must;             // Whether moves of two steps go first.
    float steady;         // A change of a value by this part of it counts as none.
    int needed, opened;   // With one lane: the columns needed on a board with so many open ones.
};

struct Turn {
    int many;
    int column[COLUMNS], left[COLUMNS], stride[COLUMNS];
    long index;
    int mask;
    int two[COLUMNS][COLUMNS], three[COLUMNS][COLUMNS][COLUMNS];
    V stop1[COLUMNS][TOPMOST + 1], worth1[COLUMNS][TOPMOST + 1];
    V stop2[TWOS], worth2[TWOS], stop3[THREES], worth3[THREES];
};

#ifdef FOLLOWED
// The first half of the lanes decides, by what the bot says; the other half says what comes of these decisions.
typedef int I __attribute__((vector_size(4 * LANES)));
FN V lower(V a, V b) {
    I better = __builtin_shuffle(a < b, (I){0, 1, 2, 3, 0, 1, 2, 3});
    return better ? a : b;
}
FN V halves(V said, V came) { return __builtin_shuffle(said, came, (I){0, 1, 2, 3, 12, 13, 14, 15}); }
#else
FN V lower(V a, V b) { return a < b ? a : b; }
#endif
FN V all_of(float x) { V zero = {}; return zero + x; }
FN int ones(int mask) { int n = 0; for (; mask; mask &= mask - 1) n++; return n; }

FN long place_in_store(const World *w, int mask, const int *left) {
    long at = 0;
    for (int c = 0; c < COLUMNS; c++) if (mask >> c & 1) at = at * w->start[c] + left[c] - 1;
    return at;
}

#if LANES == 8
static Subset subsets[MASKS][MOST_SUBSETS];
static int many_subsets[MASKS];

// How the best four columns of a board do, alone, by the number of columns needed; and how much better all such fours
// together, for the first few numbers.
FN V best_subset(int mask, const int *left, float *feature) {
    V best = all_of(NEVER), sum = all_of(0);
    for (int q = 0; q < many_subsets[mask]; q++) {
        const Subset *s = &subsets[mask][q];
        int at = 0;
        for (int i = 0; i < SUBSET; i++) at += (left[s->column[i]] - 1) * s->stride[i];
        V worth = s->store[at], square = worth * worth;
        best = best < worth ? best : worth;
        sum += 1.0f / (square * square);
    }
    for (int i = 0; i < FEATURES; i++) feature[i] = 1.0f / (sqrtf(sqrtf(sum[i])) * best[i]);
    return best;
}

FN V shifted(V worth, int finished) {  // With so many columns fewer to win, and nothing to do with none.
    float both[16] __attribute__((aligned(32))) = {};
    V out;
    memcpy(both + 8, &worth, sizeof worth);
    memcpy(&out, both + 8 - finished, sizeof out);
#ifdef FOLLOWED
    for (int i = 4; i < 4 + finished; i++) out[i] = 0;
#endif
    return out;
}

FN const Net *net_of(const World *w, int mask) { return many_subsets[mask] ? w->near : w->far; }

FN void sum_rows(float *sum, const Net *net, const int *left) {
    for (int i = 0; i < WIDTH; i++) sum[i] = 0;
    for (int c = 0; c < COLUMNS; c++) for (int i = 0; i < WIDTH; i++) sum[i] += net->rows[c][left[c]][i];
}

// `rows` are the sums of rows of the net `of`.
FN V net_worth(const World *w, int mask, const int *left, const float *rows, const Net *of) {
    typedef float W __attribute__((vector_size(4 * SECOND)));
    const Net *net = net_of(w, mask);
    V base = all_of(1.0f), out;
    W second;
    float first[WIDTH], feature[FEATURES];
    if (net == of) memcpy(first, rows, sizeof first);
    else sum_rows(first, net, left);
    if (many_subsets[mask]) {
        base = best_subset(mask, left, feature);
        for (int f = 0; f < FEATURES; f++) for (int i = 0; i < WIDTH; i++) first[i] += feature[f] * net->features[f][i];
    }
    memcpy(&second, net->hidden_bias, sizeof second);
    for (int i = 0; i < WIDTH; i++) {
        float x = first[i] > 0 ? first[i] : 0;
        second += x * *(const W *)net->hidden[i];
    }
    memcpy(&out, net->out_bias, sizeof out);
    for (int i = 0; i < SECOND; i++) out += (second[i] > 0 ? second[i] : 0) * *(const V *)net->out[i];
    out = out < 0.5f ? all_of(0.5f) : out;
    out *= out;
    out *= out * base;
    return out < 1.0f ? all_of(1.0f) : out;
}
#endif

// What the board is worth that so many steps lead to; `rows` are the sums of rows of the net `of`.
FN V end_worth(const World *w, const Turn *t, const int *left, int mask, const float *rows, const Net *of) {
    int finished = t->many - ones(mask);
    if (!mask) return all_of(0);
#if LANES == 1
    if (w->needed - (w->opened - ones(mask)) <= 0) return 0;
    return w->store[mask][place_in_store(w, mask, left)];
#else
#ifdef FOLLOWED
    V said = w->store[mask] ? w->store[mask][place_in_store(w, mask, left)] : net_worth(w, mask, left, rows, of);
    return shifted(halves(said, w->cone->store[mask][place_in_store(w->cone, mask, left)]), finished);
#elif LANES == 8
    if (!w->store[mask]) return shifted(net_worth(w, mask, left, rows, of), finished);
#endif
    return shifted(w->store[mask][place_in_store(w, mask, left)], finished);
#endif
}

FN void add_row(float *to, const float *from, const float *more, const float *less) {
    for (int i = 0; i < WIDTH; i++) to[i] = from[i] + more[i] - less[i];
}

BIG_FN void lay_out(const World *w, Turn *t, int mask, const int *left) {
    t->many = 0;
    t->mask = mask;
    for (int c = 0; c < COLUMNS; c++)
        if (mask >> c & 1) { t->column[t->many] = c; t->left[t->many++] = left[c]; }
    int k = t->many, second = 0, third = 0;
    for (int a = 0; a < k; a++)
        for (int b = a + 1; b < k; b++) {
            t->two[a][b] = second;
            second += t->left[a] * t->left[b];
            for (int c = b + 1; c < k; c++) {
                t->three[a][b][c] = third;
                third += t->left[a] * t->left[b] * t->left[c];
            }
        }
}

#define ROW(column, left) net->rows[column][left]
BIG_FN void stops(const World *w, Turn *t, const int *all) {
    const Net *net = 0;
    const int k = t->many, *col = t->column, *most = t->left;
    int left[COLUMNS], by_net = !w->store[t->mask];
    float base[WIDTH], fa[WIDTH], fb[WIDTH], fc[WIDTH];
    for (int c = 0; c < COLUMNS; c++) left[c] = all[c];
#if LANES == 8
    if (by_net) {
        net = net_of(w, t->mask);
        sum_rows(base, net, left);
    }
#endif
    for (int a = 0; a < k; a++) {
        for (int i = 1; i <= most[a]; i++) {
            int ca = col[a], ma = i == most[a] ? t->mask & ~(1 << ca) : t->mask;
            left[ca] = most[a] - i;
            if (by_net) add_row(fa, base, ROW(ca, most[a] - i), ROW(ca, most[a]));
            t->stop1[a][i] = end_worth(w, t, left, ma, fa, net);
            for (int b = a + 1; b < k; b++) {
                for (int j = 1; j <= most[b]; j++) {
                    int cb = col[b], mb = j == most[b] ? ma & ~(1 << cb) : ma;
                    left[cb] = most[b] - j;
                    if (by_net) add_row(fb, fa, ROW(cb, most[b] - j), ROW(cb, most[b]));
                    t->stop2[t->two[a][b] + (i - 1) * most[b] + j - 1] = end_worth(w, t, left, mb, fb, net);
                    for (int c = b + 1; c < k; c++) {
                        int cc = col[c];
                        V *to = t->stop3 + t->three[a][b][c] + ((i - 1) * most[b] + j - 1) * most[c];
                        for (int l = 1; l <= most[c]; l++) {
                            int mc = l == most[c] ? mb & ~(1 << cc) : mb;
                            left[cc] = most[c] - l;
                            if (by_net) add_row(fc, fb, ROW(cc, most[c] - l), ROW(cc, most[c]));
                            to[l - 1] = end_worth(w, t, left, mc, fc, net);
                        }
                        left[cc] = most[c];
                    }
                }
                left[col[b]] = most[b];
            }
        }
        left[col[a]] = most[a];
    }
}

FN V best_of(const V *worth, const int *steps, const signed char *some, V lost, int must) {
    V best = all_of(NEVER);
    int most = 0;
    for (int q = 0; q < 3 && some[q] >= 0; q++) {
        int n = steps[(int)some[q]];
        if (!n || (must && n < most)) continue;
        if (must && n > most) best = all_of(NEVER);
        if (n > most) most = n;
        best = lower(best, worth[(int)some[q]]);
    }
    return most ? best : lost;
}

BIG_FN void placed(const World *w, Turn *t, V lost) {
    const int k = t->many, *most = t->left;
    for (int a = 0; a < k; a++) for (int b = a + 1; b < k; b++) for (int c = b + 1; c < k; c++) {
        const Triple *throws = &w->rules->triple[t->column[a]][t->column[b]][t->column[c]];
        const int la = most[a], lb = most[b], lc = most[c];
        V *stop = t->stop3 + t->three[a][b][c], *worth = t->worth3 + t->three[a][b][c];
        for (int i = la; i; i--) for (int j = lb; j; j--) for (int l = lc; l; l--) {
            int at = ((i - 1) * lb + j - 1) * lc + l - 1;
            int a1 = i < la, a2 = la - i < 2 ? la - i : 2, b1 = j < lb, b2 = lb - j < 2 ? lb - j : 2;
            int c1 = l < lc, c2 = lc - l < 2 ? lc - l : 2, sa = lb * lc;
            const V *here = worth + at;
            V ways[9] = {here[a1 * sa], here[b1 * lc], here[c1], here[a2 * sa], here[b2 * lc], here[c2],
                         here[a1 * sa + b1 * lc], here[a1 * sa + c1], here[b1 * lc + c1]};
            V again = lost * throws->lost;
            if (a1 && b1 && c1 && !w->must) {
                for (int s = 0; s < throws->many; s++) {
                    const signed char *way = throws->way[s];
                    V best = ways[(int)way[0]];
                    if (way[1] >= 0) best = lower(best, ways[(int)way[1]]);
                    if (way[2] >= 0) best = lower(best, ways[(int)way[2]]);
                    again += best * throws->chance[s];
                }
            } else {
                int steps[9] = {a1, b1, c1, a2, b2, c2, a1 + b1, a1 + c1, b1 + c1};
                for (int s = 0; s < throws->many; s++)
                    again += best_of(ways, steps, throws->way[s], lost, w->must) * throws->chance[s];
            }
            worth[at] = lower(stop[at], again);
        }
    }
}

FN V at(const Turn *t, const int *pos) {
    int run[3], n = 0;
    for (int c = 0; c < t->many; c++) if (pos[c]) run[n++] = c;
    const int *most = t->left;
    if (n == 1) return t->worth1[run[0]][pos[run[0]]];
    int a = run[0], b = run[1], at = (pos[a] - 1) * most[b] + pos[b] - 1;
    if (n == 2) return t->worth2[t->two[a][b] + at];
    int c = run[2];
    return t->worth3[t->three[a][b][c] + at * most[c] + pos[c] - 1];
}

// What throwing is worth where runners stand in these columns (steps above the cone; 0 for none), some still free.
BIG_FN V thrown(const World *w, const Turn *t, int *pos, int placed, V lost) {
    const Throws *throws = &w->rules->throws[t->mask];
    const int k = t->many, *most = t->left;
    V option[OPTIONS];
    signed char steps[OPTIONS];
    int can[COLUMNS];
    V *single = option + k * (k + 1) / 2;
    signed char *single_steps = steps + k * (k + 1) / 2;
    for (int x = 0; x < k; x++) {
        can[x] = pos[x] < most[x] && (pos[x] || placed < 3);
        single_steps[x] = can[x];
        if (can[x]) { pos[x]++; single[x] = at(t, pos); pos[x]--; }
    }
    int id = 0;
    for (int x = 0; x < k; x++) for (int y = x; y < k; y++, id++) {
        steps[id] = 0;
        if (x == y) {
            int n = !can[x] ? 0 : most[x] - pos[x] < 2 ? 1 : 2;
            if (n) { pos[x] += n; option[id] = at(t, pos); pos[x] -= n; steps[id] = n; }
        } else if (can[x] && can[y]) {
            if (!pos[x] && !pos[y] && placed == 2) {
                option[id] = lower(single[x], single[y]);
                steps[id] = 1;
            } else {
                pos[x]++; pos[y]++;
                option[id] = at(t, pos);
                pos[x]--; pos[y]--;
                steps[id] = 2;
            }
        } else if (can[x] || can[y]) {
            option[id] = single[can[x] ? x : y];
            steps[id] = 1;
        }
    }
    V again = lost * throws->lost;
    for (int s = 0; s < throws->many; s++) {
        V best = all_of(NEVER);
        int high = 0;
        for (int q = 0; q < 3 && throws->option[s][q] != 255; q++) {
            int o = throws->option[s][q], n = steps[o];
            if (!n || (w->must && n < high)) continue;
            if (w->must && n > high) best = all_of(NEVER);
            if (n > high) high = n;
            best = lower(best, option[o]);
        }
        again += (high ? best : lost) * throws->chance[s];
    }
    return again;
}

// The turns needed, if a turn that brings nothing leads to a board that is worth `lost`.
BIG_FN V whole_turn(const World *w, Turn *t, V lost) {
    const int k = t->many, *most = t->left;
    int pos[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) pos[c] = 0;
    placed(w, t, lost);
    for (int a = 0; a < k; a++) for (int b = a + 1; b < k; b++)
        for (int i = most[a]; i; i--) for (int j = most[b]; j; j--) {
            pos[a] = i; pos[b] = j;
            int at = t->two[a][b] + (i - 1) * most[b] + j - 1;
            t->worth2[at] = lower(t->stop2[at], thrown(w, t, pos, 2, lost));
            pos[a] = pos[b] = 0;
        }
    for (int a = 0; a < k; a++)
        for (int i = most[a]; i; i--) {
            pos[a] = i;
            t->worth1[a][i] = lower(t->stop1[a][i], thrown(w, t, pos, 1, lost));
            pos[a] = 0;
        }
    return thrown(w, t, pos, 0, lost) + 1.0f;
}

#if LANES == 1
FN int any(int flag) { return flag; }
FN float bounded(float x, float least, float most) { return x < least ? least : x > most ? most : x; }
FN float size_of(float x) { return x < 0 ? -x : x; }
#else
template <class T> FN int any(T flags) { for (int i = 0; i < LANES; i++) if (flags[i]) return 1; return 0; }
FN V bounded(V x, float least, float most) {
    x = x < least ? all_of(least) : x;
    return x > most ? all_of(most) : x;
}
FN V size_of(V x) { return x < 0 ? -x : x; }
#endif

// The crossing, from a first guess on.
BIG_FN V crossing(const World *w, Turn *t, V guess) {
    V slope = all_of(0.4f), before = guess, after = whole_turn(w, t, guess), next = guess;
    for (int round = 0; round < 30; round++) {
        next = before + (after - before) / (1.0f - slope);
        if (!any(size_of(next - before) > w->steady * next)) break;
        V then = whole_turn(w, t, next), moved = next - before;
        V found = bounded((then - after) / (size_of(moved) < 1e-6f ? all_of(1.0f) : moved), 0.0f, 0.98f);
        slope = size_of(moved) < 1e-4f * next ? slope : found;
        before = next;
        after = then;
    }
    return next;
}

FN V guessed(const World *w, int mask, const int *left, long index) {
    const V *store = w->store[mask];
    V sum = all_of(0);
    int many = 0;
    long stride = 1;
    for (int c = COLUMNS - 1; c >= 0; c--) if (mask >> c & 1) {
        if (left[c] > 2) { sum += 2.0f * store[index - stride] - store[index - 2 * stride]; many++; }
        else if (left[c] > 1) { sum += store[index - stride] + 0.5f; many++; }
        stride *= w->start[c];
    }
    return many ? sum / (float)many : all_of(3.0f);
}

BIG_FN void solve_board(const World *w, Turn *t, int mask, long index) {
    int left[COLUMNS];
    long rest = index;
    for (int c = COLUMNS - 1; c >= 0; c--) {
        left[c] = mask >> c & 1 ? rest % w->start[c] + 1 : 0;
        if (mask >> c & 1) rest /= w->start[c];
    }
    lay_out(w, t, mask, left);
    stops(w, t, left);
    w->store[mask][index] = crossing(w, t, guessed(w, mask, left, index));
}

#ifdef __CUDACC__
// All boards of a level at once: each needs boards with fewer steps left only.
extern "C" __global__ void solve_level(const World *w, Turn *turns, int mask, const long *indices, int many) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int i = thread; i < many; i += threads) solve_board(w, turns + thread, mask, indices[i]);
}
extern "C" __global__ void size_of_turn(long *size) { *size = sizeof(Turn); }
#else

static Turn the_turn;

extern "C" {
long size_of_rules() { return sizeof(Rules); }

void make_rules(Rules *r) {
    static int seen_pair[THROWS][3][2];
    static float chance[THROWS];
    int many = 0;
    memset(r, 0, sizeof *r);
    for (int n = 0; n < 1296; n++) {
        int d[4] = {n % 6, n / 6 % 6, n / 36 % 6, n / 216}, pairs[3][2], sorted = 1;
        for (int i = 0; i < 3; i++) if (d[i] > d[i + 1]) sorted = 0;
        if (!sorted) continue;
        int ways = 24;
        for (int f = 0; f < 6; f++) {
            int c = 0, fact[5] = {1, 1, 2, 6, 24};
            for (int i = 0; i < 4; i++) c += d[i] == f;
            ways /= fact[c];
        }
        for (int q = 0; q < 3; q++) {
            int x = d[0] + d[q + 1], y = d[0] + d[1] + d[2] + d[3] - x;
            pairs[q][0] = x < y ? x : y;
            pairs[q][1] = x < y ? y : x;
        }
        memcpy(seen_pair[many], pairs, sizeof pairs);
        chance[many++] = ways / 1296.0f;
    }
    int ways[9][3] = {{1,0,0},{0,1,0},{0,0,1},{2,0,0},{0,2,0},{0,0,2},{1,1,0},{1,0,1},{0,1,1}};
    for (int a = 0; a < COLUMNS; a++) for (int b = a + 1; b < COLUMNS; b++) for (int c = b + 1; c < COLUMNS; c++) {
        Triple *t = &r->triple[a][b][c];
        int found[SORTS];
        for (int n = 0; n < many; n++) {
            int set = 0;
            for (int q = 0; q < 3; q++) {
                int *p = seen_pair[n][q], step[3] = {(p[0]==a)+(p[1]==a), (p[0]==b)+(p[1]==b), (p[0]==c)+(p[1]==c)};
                for (int v = 0; v < 9; v++) if (!memcmp(step, ways[v], sizeof step)) set |= 1 << v;
            }
            if (!set) { t->lost += chance[n]; continue; }
            int s = 0;
            while (s < t->many && found[s] != set) s++;
            if (s == SORTS) abort();
            if (s == t->many) {
                found[t->many++] = set;
                int q = 0;
                t->way[s][1] = t->way[s][2] = -1;
                for (int v = 0; v < 9; v++) if (set >> v & 1) t->way[s][q++] = v;
            }
            t->chance[s] += chance[n];
        }
    }
    for (int mask = 1; mask < MASKS; mask++) {
        Throws *t = &r->throws[mask];
        int local[COLUMNS], k = 0;
        for (int c = 0; c < COLUMNS; c++) local[c] = mask >> c & 1 ? k++ : -1;
        for (int n = 0; n < many; n++) {
            unsigned char some[3] = {255, 255, 255};
            int q = 0;
            for (int p = 0; p < 3; p++) {
                int x = local[seen_pair[n][p][0]], y = local[seen_pair[n][p][1]], id;
                if (x < 0 && y < 0) continue;
                if (x < 0 || y < 0) id = k * (k + 1) / 2 + (x < 0 ? y : x);
                else id = x * k - x * (x - 1) / 2 + y - x;
                int known = 0;
                for (int i = 0; i < q; i++) known |= some[i] == id;
                if (!known) some[q++] = id;
            }
            for (int i = 0; i < q; i++) for (int j = i + 1; j < q; j++)
                if (some[j] < some[i]) { unsigned char x = some[i]; some[i] = some[j]; some[j] = x; }
            if (!q) { t->lost += chance[n]; continue; }
            int s = 0;
            while (s < t->many && memcmp(t->option[s], some, 3)) s++;
            if (s == t->many) memcpy(t->option[t->many++], some, 3);
            t->chance[s] += chance[n];
        }
    }
}

// Boards from `first` up to `last` of these open columns, in order.
void solve(const World *w, int mask, long first, long last) {
    for (long i = first; i < last; i++) solve_board(w, &the_turn, mask, i);
}

#if LANES == 8
#ifdef FOLLOWED
// How many turns it takes to follow the bot, from all boards of these columns in the cone; what the bot says itself
// lies in the first half of the lanes.
void follow(const World *w, int mask, long many) {
    for (long index = 0; index < many; index++) {
        int left[COLUMNS];
        long rest = index;
        float first[WIDTH];
        for (int c = COLUMNS - 1; c >= 0; c--) {
            left[c] = mask >> c & 1 ? rest % w->cone->start[c] + 1 : 0;
            if (mask >> c & 1) rest /= w->cone->start[c];
        }
        const Net *net = net_of(w, mask);
        sum_rows(first, net, left);
        lay_out(w, &the_turn, mask, left);
        stops(w, &the_turn, left);
        V said = w->store[mask] ? w->store[mask][place_in_store(w, mask, left)] : net_worth(w, mask, left, first, net);
        V low = whole_turn(w, &the_turn, halves(said, all_of(10))), high = whole_turn(w, &the_turn, halves(said, all_of(20)));
        V slope = (high - low) / 10.0f;
        w->cone->store[mask][index] = halves(low, (low - 10.0f * slope) / (1.0f - slope));
    }
}
#else
// What boards (a row each: steps left, 0 for closed) are worth a turn ahead of the net, and what the net says itself.
void a_turn_ahead(const World *w, const int *boards, int many, float *ahead, float *said) {
    for (int n = 0; n < many; n++) {
        const int *left = boards + n * COLUMNS;
        int mask = 0;
        float first[WIDTH];
        for (int c = 0; c < COLUMNS; c++) if (left[c]) mask |= 1 << c;
        const Net *net = net_of(w, mask);
        sum_rows(first, net, left);
        lay_out(w, &the_turn, mask, left);
        stops(w, &the_turn, left);
        V guess = w->store[mask] ? w->store[mask][place_in_store(w, mask, left)] : net_worth(w, mask, left, first, net);
        V found = crossing(w, &the_turn, guess);
        memcpy(said + 8 * n, &guess, sizeof guess);
        memcpy(ahead + 8 * n, &found, sizeof found);
    }
}

#endif

// Looks up which boards with few open columns stand below those with up to `most`.
void find_subsets(const World *w, int most) {
    for (int mask = 0; mask < MASKS; mask++) {
        many_subsets[mask] = 0;
        if (ones(mask) <= SUBSET || ones(mask) > most) continue;
        for (int sub = mask & (mask - 1); sub; sub = (sub - 1) & mask) if (ones(sub) == SUBSET) {
            Subset *s = &subsets[mask][many_subsets[mask]++];
            s->store = w->store[sub];
            int stride = 1, i = SUBSET;
            for (int c = COLUMNS - 1; c >= 0; c--) if (sub >> c & 1) {
                s->column[--i] = c;
                s->stride[i] = stride;
                stride *= w->start[c];
            }
        }
    }
}

#ifndef FOLLOWED
// What the net is told of boards besides their columns, and the fourth roots that it multiplies.
void describe(const int *boards, int many, float *features, float *roots) {
    for (int n = 0; n < many; n++) {
        const int *left = boards + n * COLUMNS;
        int mask = 0;
        for (int c = 0; c < COLUMNS; c++) if (left[c]) mask |= 1 << c;
        for (int f = 0; f < FEATURES; f++) features[n * FEATURES + f] = 0;
        V base = many_subsets[mask] ? best_subset(mask, left, features + n * FEATURES) : all_of(1.0f);
        for (int o = 0; o < LANES; o++) roots[n * LANES + o] = sqrtf(sqrtf(base[o]));
    }
}
#endif

static uint64_t seed_of;
static uint64_t draw() {
    seed_of ^= seed_of << 13; seed_of ^= seed_of >> 7; seed_of ^= seed_of << 17;
    return seed_of;
}

#ifndef FOLLOWED
// -- Games ----------------------------------------------------------------------------------------------------------

FN V stop_at(const Turn *t, const int *pos) {
    int run[3], n = 0;
    for (int c = 0; c < t->many; c++) if (pos[c]) run[n++] = c;
    const int *most = t->left;
    if (n == 1) return t->stop1[run[0]][pos[run[0]]];
    int a = run[0], b = run[1], at = (pos[a] - 1) * most[b] + pos[b] - 1;
    if (n == 2) return t->stop2[t->two[a][b] + at];
    int c = run[2];
    return t->stop3[t->three[a][b][c] + at * most[c] + pos[c] - 1];
}

struct Moves {
    int many;
    int column[6][2], steps[6][2];  // The second may have no steps.
    int twice[6];
};

// Players: by the nets, by the rule of 28, or for the rarest columns until all runners are placed.
enum { BY_NET, BY_RULE, GREEDILY };

static void moves_of(const Turn *t, const int *pos, int placed, Moves *m) {
    int d[4], local[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) local[c] = -1;
    for (int c = 0; c < t->many; c++) local[t->column[c]] = c;
    for (int i = 0; i < 4; i++) d[i] = draw() % 6;
    int pairs[3][2];
    for (int q = 0; q < 3; q++) {
        int x = d[0] + d[q + 1], y = d[0] + d[1] + d[2] + d[3] - x;
        pairs[q][0] = x < y ? x : y;
        pairs[q][1] = x < y ? y : x;
    }
    for (int i = 0; i < 3; i++) for (int j = i + 1; j < 3; j++) if (pairs[j][0] < pairs[i][0]) {
        int x = pairs[i][0], y = pairs[i][1];
        pairs[i][0] = pairs[j][0]; pairs[i][1] = pairs[j][1];
        pairs[j][0] = x; pairs[j][1] = y;
    }
    m->many = 0;
    for (int q = 0; q < 3; q++) {
        int some[2] = {local[pairs[q][0]], local[pairs[q][1]]}, can[2];
        for (int i = 0; i < 2; i++)
            can[i] = some[i] >= 0 && pos[some[i]] < t->left[some[i]] && (pos[some[i]] || placed < 3);
        if (some[0] == some[1] && can[0]) {
            int room = t->left[some[0]] - pos[some[0]];
            m->column[m->many][0] = m->column[m->many][1] = some[0];
            m->twice[m->many] = 1;
            m->steps[m->many][0] = room < 2 ? room : 2;
            m->steps[m->many++][1] = 0;
        } else if (some[0] != some[1] && can[0] && can[1] && !pos[some[0]] + !pos[some[1]] <= 3 - placed) {
            for (int i = 0; i < 2; i++) { m->column[m->many][i] = some[i]; m->steps[m->many][i] = 1; }
            m->twice[m->many++] = 0;
        } else if (some[0] != some[1])
            for (int i = 0; i < 2; i++) if (can[i]) {
                m->column[m->many][0] = m->column[m->many][1] = some[i];
                m->steps[m->many][0] = 1;
                m->twice[m->many] = 0;
                m->steps[m->many++][1] = 0;
            }
    }
}

static int rare(const Turn *t, int c) { int far = t->column[c] - 5; return 1 + (far < 0 ? -far : far); }

static float part() { return (draw() >> 40) / 16777216.0f; }

// Forgets moves that are there twice.
static void each_once(Moves *m) {
    int many = 0;
    for (int i = 0; i < m->many; i++) {
        int known = 0;
        for (int j = 0; j < many; j++)
            known |= !memcmp(m->column[i], m->column[j], sizeof m->column[i]) && m->twice[i] == m->twice[j]
                     && !memcmp(m->steps[i], m->steps[j], sizeof m->steps[i]);
        if (known) continue;
        memcpy(m->column[many], m->column[i], sizeof m->column[i]);
        memcpy(m->steps[many], m->steps[i], sizeof m->steps[i]);
        m->twice[many++] = m->twice[i];
    }
    m->many = many;
}

#define SLIP_AMONG 4

// The best move, or with a chance of `slips` one of the next best that costs no whole turn: the better, the likelier.
static int chosen(float *liked, int many, float slips, float most) {
    int best = 0, near = 0;
    for (int i = 1; i < many; i++) if (liked[i] > liked[best]) best = i;
    if (many == 1 || !slips || part() >= slips) return best;
    float worth = liked[best];
    for (int i = 0; i < many; i++) {
        if (i == best || worth - liked[i] > most) liked[i] = -NEVER;
        else near++;
    }
    if (!near) return best;
    int nth = (near < SLIP_AMONG ? near : SLIP_AMONG) * (1 - sqrtf(part()));
    for (;; nth--) {
        int next = 0;
        for (int i = 1; i < many; i++) if (liked[i] > liked[next]) next = i;
        if (nth <= 0) return next;
        liked[next] = -NEVER;
    }
}

// One turn of such a player; returns whether it was kept, and where runners stand in `pos`. A turn that brings nothing
// leads to a board that is worth `lost`.
static int play_turn(const World *w, const Turn *t, V lost, int who, float slips, int needed, int *pos) {
    int placed = 0;
    float most = who == BY_NET ? 1.0f : NEVER;
    for (int c = 0; c < COLUMNS; c++) pos[c] = 0;
    for (;;) {
        Moves m;
        moves_of(t, pos, placed, &m);
        if (!m.many) return 0;
        each_once(&m);
        float liking[6];
        for (int i = 0; i < m.many; i++) {
            float liked = 0;
            int *col = m.column[i], *steps = m.steps[i];
            if (who == BY_RULE) {
                for (int q = 0; q < 2; q++) if (steps[q]) liked += rare(t, col[q]) - 6 * !pos[col[q]];
            } else if (who == GREEDILY) {
                for (int q = 0; q < 2; q++) if (steps[q] || m.twice[i]) liked += rare(t, col[q]);
            } else {
                for (int q = 0; q < 2; q++) pos[col[q]] += steps[q];
                liked = -at(t, pos)[needed - 1];
                for (int q = 0; q < 2; q++) pos[col[q]] -= steps[q];
            }
            liking[i] = liked;
        }
        int best = chosen(liking, m.many, slips, most);
        for (int q = 0; q < 2; q++) pos[m.column[best][q]] += m.steps[best][q];
        placed = 0;
        int finished = 0, counted = 0;
        for (int c = 0; c < t->many; c++) if (pos[c]) {
            placed++;
            finished += pos[c] == t->left[c];
            counted += rare(t, c) * (pos[c] + 1);
        }
        int stops = who == BY_RULE ? counted >= 28 || finished >= needed : who == GREEDILY ? placed == 3 || finished
                  : stop_at(t, pos)[needed - 1] <= at(t, pos)[needed - 1];
        if (slips && part() < slips && !(stops && finished >= needed)) {
            float apart = 0;
            if (who == BY_NET) apart = thrown(w, t, pos, placed, lost)[needed - 1] - stop_at(t, pos)[needed - 1];
            if (fabsf(apart) <= most) stops = !stops;
        }
        if (stops) return 1;
    }
}

// Games from one board of one or two such players with such slips, who begin in turn. Adds up the turns of the first
// seat, how much more these should be than the nets say, and its wins.
void play(const World *w, const int *board, int needed, int seats, const int *who, const float *slips, int games,
          uint64_t seed, double *turns, double *more, int *wins) {
    static Turn first_turn, later_turn;
    int begun = 0;
    seed_of = seed * 2654435761u + 88172645463325252ull;
    for (int i = 0; i < 50; i++) draw();
    for (int g = 0; g < games; g++) {
        int left[2][COLUMNS], missing[2] = {needed, needed}, over = 0;
        for (int s = 0; s < 2; s++) memcpy(left[s], board, sizeof left[s]);
        for (int s = seats == 2 ? g & 1 : 0, n = 0; !over; s = seats == 2 ? !s : 0, n++) {
            int mask = 0, pos[COLUMNS], again = begun && !memcmp(left[s], board, sizeof left[s]);
            for (int c = 0; c < COLUMNS; c++) if (left[s][c]) mask |= 1 << c;
            if (!mask) break;
            int want = missing[s] < ones(mask) ? missing[s] : ones(mask);
            Turn *t = again ? &first_turn : &later_turn;
            static float drift_of_first;
            static V lost_of_first;
            float drift = drift_of_first;
            V lost = lost_of_first;
            if (who[s] != BY_NET) {
                drift = 0;
                t = &later_turn;
                lay_out(w, t, mask, left[s]);
            } else if (!again) {
                float first[WIDTH];
                if (!begun) t = &first_turn;
                const Net *net = net_of(w, mask);
                sum_rows(first, net, left[s]);
                lay_out(w, t, mask, left[s]);
                stops(w, t, left[s]);
                V said = w->store[mask] ? w->store[mask][place_in_store(w, mask, left[s])]
                                        : net_worth(w, mask, left[s], first, net);
                V found = whole_turn(w, t, said);
                drift = found[want - 1] - said[want - 1];
                lost = said;
                if (!begun) { drift_of_first = drift; lost_of_first = said; }
                begun = 1;
            }
            if (!s) { ++*turns; *more += drift; }
            if (!play_turn(w, t, lost, who[s], slips[s], want, pos)) continue;
            for (int c = 0; c < t->many; c++) if (pos[c]) {
                int at = t->column[c];
                left[s][at] -= pos[c];
                if (!left[s][at]) { left[!s][at] = 0; missing[s]--; }
            }
            if (missing[s] <= 0) { over = 1; *wins += !s; }
        }
    }
}
#endif

// Adam over the net; fourth roots of values are the targets. Weights, then means and squares of slopes, lie one after
// another as floats.
void learn(Net *net, float *mean, float *square, const int *boards, const float *features, const float *roots,
           const float *target, int many, int steps, int batch,
           float rate, float last_rate, const float *weight, long *done, uint64_t seed) {
    static Net slope;
    const long size = sizeof(Net) / sizeof(float);
    seed_of = seed * 2654435761u + 88172645463325252ull;
    for (int step = 0; step < steps; step++) {
        memset(&slope, 0, sizeof slope);
        for (int b = 0; b < batch; b++) {
            long n = draw() % many;
            int mirrored = draw() >> 40 & 1;
            int left[COLUMNS];
            for (int c = 0; c < COLUMNS; c++) left[c] = boards[n * COLUMNS + (mirrored ? COLUMNS - 1 - c : c)];
            float first[WIDTH], second[SECOND], to_second[SECOND] = {}, to_first[WIDTH];
            const float *feature = features + n * FEATURES;
            sum_rows(first, net, left);
            for (int f = 0; f < FEATURES; f++) for (int i = 0; i < WIDTH; i++) first[i] += feature[f] * net->features[f][i];
            for (int j = 0; j < SECOND; j++) second[j] = net->hidden_bias[j];
            for (int i = 0; i < WIDTH; i++) if (first[i] > 0)
                for (int j = 0; j < SECOND; j++) second[j] += first[i] * net->hidden[i][j];
            for (int j = 0; j < SECOND; j++) if (second[j] < 0) second[j] = 0;
            for (int o = 0; o < 5; o++) {
                float said = net->out_bias[o], y = target[n * 8 + o];
                for (int j = 0; j < SECOND; j++) said += second[j] * net->out[j][o];
                float root = roots[n * 8 + o], error = (said * root - y) / y;
                error = error > 0.05f ? 0.05f : error < -0.05f ? -0.05f : error;
                float back = error * root / y * weight[o] / batch;
                slope.out_bias[o] += back;
                for (int j = 0; j < SECOND; j++) {
                    slope.out[j][o] += back * second[j];
                    to_second[j] += back * net->out[j][o];
                }
            }
            for (int j = 0; j < SECOND; j++) {
                if (second[j] <= 0) to_second[j] = 0;
                slope.hidden_bias[j] += to_second[j];
            }
            for (int i = 0; i < WIDTH; i++) {
                float sum = 0;
                if (first[i] > 0) for (int j = 0; j < SECOND; j++) {
                    slope.hidden[i][j] += first[i] * to_second[j];
                    sum += net->hidden[i][j] * to_second[j];
                }
                to_first[i] = sum;
            }
            for (int c = 0; c < COLUMNS; c++)
                for (int i = 0; i < WIDTH; i++) slope.rows[c][left[c]][i] += to_first[i];
            for (int f = 0; f < FEATURES; f++)
                for (int i = 0; i < WIDTH; i++) slope.features[f][i] += feature[f] * to_first[i];
        }
        ++*done;
        float part = (float)step / steps;
        float now = last_rate + (rate - last_rate) * 0.5f * (1 + cosf(3.14159265f * part));
        now *= sqrtf(1 - powf(0.999f, (float)*done)) / (1 - powf(0.9f, (float)*done));
        float *w = (float *)net, *s = (float *)&slope;
        for (long i = 0; i < size; i++) {
            mean[i] += 0.1f * (s[i] - mean[i]);
            square[i] += 0.001f * (s[i] * s[i] - square[i]);
            w[i] -= now * mean[i] / (sqrtf(square[i]) + 1e-9f);
        }
    }
    for (int j = 0; j < SECOND; j++) for (int o = 5; o < 8; o++) net->out[j][o] = net->out[j][4];
    for (int o = 5; o < 8; o++) net->out_bias[o] = net->out_bias[4];
}
#endif
}
#endif
